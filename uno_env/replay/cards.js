// Card faces as SVG symbols; a card on the table is a <use> of one.
const PAINT = ["#d6322a", "#f4c20d", "#2f9e44", "#1c6fc4"];
const INK = ["#b3211a", "#8a6a00", "#1b7030", "#12508f"];
const SVG = "http://www.w3.org/2000/svg";

function glyph(text, ink, size) {
  return `<text x="20" y="${30 + size * 0.36}" font-size="${size}" font-weight="800" text-anchor="middle" ` +
    `font-family="Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" fill="${ink}">${text}</text>`;
}

const SKIP = ink => `<g fill="none" stroke="${ink}" stroke-width="4"><circle cx="20" cy="30" r="9.5"/>` +
  `<path d="M13.5 36.5 L26.5 23.5"/></g>`;
const REVERSE = ink => `<g fill="none" stroke="${ink}" stroke-width="3.6" stroke-linejoin="round">` +
  `<path d="M15 41 V21 M9.5 26.5 L15 20 L20.5 26.5"/><path d="M25 19 V39 M19.5 33.5 L25 40 L30.5 33.5"/></g>`;

function coloredFace(label, color) {
  const rank = label.slice(1), ink = INK[color];
  const sign = rank === "S" ? SKIP(ink) : rank === "R" ? REVERSE(ink) : glyph(rank, ink, rank.length > 1 ? 21 : 28);
  return `<rect width="40" height="60" rx="5" fill="#fff"/><rect x="2" y="2" width="36" height="56" rx="4" fill="${PAINT[color]}"/>` +
    `<ellipse cx="20" cy="30" rx="15.5" ry="22" transform="rotate(20 20 30)" fill="#fffdf5"/>${sign}` +
    `<text x="4" y="12" font-size="10" font-weight="700" font-family="Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" ` +
    `fill="${color === 1 ? "#3b2e00" : "#fff"}">${label[0]}</text>`;
}

function wildFace(label) {
  const text = label.slice(1), quarters = [["M20 30 V8 A15.5 22 0 0 0 4.5 30 Z", 0], ["M20 30 H35.5 A15.5 22 0 0 0 20 8 Z", 3],
    ["M20 30 V52 A15.5 22 0 0 0 35.5 30 Z", 2], ["M20 30 H4.5 A15.5 22 0 0 0 20 52 Z", 1]];
  const wheel = quarters.map(([path, color]) => `<path d="${path}" fill="${PAINT[color]}"/>`).join("");
  const sign = text === "" ? "" : `<rect x="5" y="20" width="30" height="20" rx="4" fill="#fffdf5"/>` + glyph(text, "#1b1b1b", 17);
  return `<rect width="40" height="60" rx="5" fill="#fff"/><rect x="2" y="2" width="36" height="56" rx="4" fill="#1b1b1b"/>${wheel}${sign}` +
    `<text x="4" y="12" font-size="10" font-weight="700" font-family="Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" fill="#fff">W</text>`;
}

const BACK = `<rect width="40" height="60" rx="5" fill="#fff"/><rect x="2" y="2" width="36" height="56" rx="4" fill="#23272e"/>` +
  `<ellipse cx="20" cy="30" rx="15" ry="21" transform="rotate(20 20 30)" fill="#d6322a"/>` +
  `<ellipse cx="20" cy="30" rx="10" ry="14" transform="rotate(20 20 30)" fill="none" stroke="#f4c20d" stroke-width="2"/>`;

function defineCards(labels, colors) {
  const faces = labels.map((label, kind) => [kind, colors[kind] < 4 ? coloredFace(label, colors[kind]) : wildFace(label)]);
  const symbols = [...faces, ["back", BACK]].map(([name, face]) => `<symbol id="card-${name}" viewBox="0 0 40 60">${face}</symbol>`);
  const sheet = document.createElementNS(SVG, "svg");
  sheet.setAttribute("style", "position:absolute;width:0;height:0");
  sheet.innerHTML = symbols.join("");
  document.body.prepend(sheet);
}

// A card of a kind, face down for a negative one.
function card(kind, labels, ...classes) {
  const picture = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  picture.setAttribute("class", ["card", ...classes].join(" "));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", kind < 0 ? "a hidden card" : labels[kind]);
  picture.dataset.card = kind < 0 ? "hidden" : labels[kind];
  use.setAttribute("href", kind < 0 ? "#card-back" : `#card-${kind}`);
  picture.append(use);
  return picture;
}
