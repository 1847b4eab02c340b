// The page: a game's moments, the table at one of them, and the controls.
const DATA = JSON.parse(document.getElementById("data").textContent);
const TRUTH = -1, CROWD = 5, SHOWN_COLORS = 4;
const at = id => document.getElementById(id);
let game, moments, now = 0, view = TRUTH, timer = null;

function element(tag, classes, ...content) {
  const made = document.createElement(tag);
  made.className = classes;
  made.append(...content);
  return made;
}

// Each moment holds only what differs from the one before.
function unfold(changes) {
  const all = [];
  changes.forEach(change => all.push({ ...all.at(-1), ...change }));
  return all;
}

function choose(number) {
  pause();
  game = DATA.games[number];
  moments = unfold(game.moments);
  const seats = [...Array(game.players).keys()];
  const views = game.seat === null ? [TRUTH, ...seats] : [game.seat];
  at("view").replaceChildren(...views.map(seat => new Option(seat === TRUTH ? "the truth" : `what ${title(seat)} sees`, seat)));
  view = views.includes(view) ? view : views[0];
  at("view").value = view;
  at("time").max = moments.length - 1;
  const target = game.target ? `, to ${game.target} points` : "";
  at("about").textContent = `${game.players} players, rules: ${game.rules}${target}` + (game.seed === null ? "" : `, seed ${game.seed}`);
  at("table").classList.toggle("crowded", game.players >= CROWD);
  at("log").replaceChildren(...moments.map(logLine));
  show(0);
}

function title(seat) {
  return `seat ${seat}` + (game.agents[seat] ? ` (${game.agents[seat]})` : "");
}

function logLine(moment, number) {
  const what = moment.action === null ? "end" : DATA.actions[moment.action];
  const who = moment.action === null ? "" : title(moment.turn);
  const line = element("li", "", element("span", "", `${number}`), element("span", "", who), element("span", "", what));
  line.onclick = () => { pause(); show(number); };
  return line;
}

// The cards of a seat as the present view has them; negative ones lie face down.
function handOf(moment, seat) {
  const hand = moment[`hand${seat}`];
  if (view === TRUTH || seat === view || game.seat !== null) return hand;
  const known = moment[`known${view}`][seat] ?? [];
  return [...known, ...Array(hand.length - known.length).fill(-1)];
}

const mayShow = moment => view === TRUTH || moment.turn === view;

function show(number) {
  now = Math.max(0, Math.min(number, moments.length - 1));
  const moment = moments[now];
  seatPlaces().forEach(([place, seats]) => at(place).replaceChildren(...seats.map(seat => seatBox(moment, seat))));
  at("center").replaceChildren(piles(moment), facts(moment));
  showChoices(moment);
  at("time").value = now;
  at("where").textContent = `${now} / ${moments.length - 1}`;
  document.querySelector("#log .now")?.classList.remove("now");
  const line = at("log").children[now];
  line.classList.add("now");
  at("log").scrollTop = line.offsetTop - at("log").offsetTop - at("log").clientHeight / 2;
}

// Clockwise from the viewer at the bottom: to the left, up, along the top, down, and back.
function seatPlaces() {
  const players = game.players, first = Math.max(view, 0);
  const sides = players < 4 ? 0 : 2;
  const below = Math.max(1, Math.floor((players - sides) / 2)), above = players - sides - below;
  const toLeft = Math.floor((below - 1) / 2);
  const seat = step => (first + step) % players;
  const left = sides ? [seat(toLeft + 1)] : [], start = toLeft + 1 + left.length;
  const top = [...Array(above).keys()].map(step => seat(start + step));
  const right = sides ? [seat(start + above)] : [];
  const rest = [...Array(below - 1 - toLeft).keys()].map(step => seat(players - 1 - step));
  const lower = [...[...Array(toLeft).keys()].map(step => seat(toLeft - step)), seat(0), ...rest];
  return [["top", top], ["left", left], ["right", right], ["bottom", lower]];
}

function seatBox(moment, seat) {
  const asked = moment.turn === seat && moment.phase !== "OVER" && moment.phase !== "TRUNCATED";
  const box = element("div", `seat${asked ? " asked" : ""}${moment.playing[seat] ? "" : " out"}`);
  box.dataset.seat = seat;
  const hand = handOf(moment, seat), name = element("div", "name", element("b", "", title(seat)));
  const marks = [[moment.dealer === seat, "dealer", ""], [!moment.playing[seat], "out", ""],
    [moment.exposed === seat, "no UNO called", "warn"], [moment.winner === seat, "wins", ""]];
  marks.filter(([is]) => is).forEach(([, text, tone]) => name.append(element("span", `mark ${tone}`, text)));
  const points = game.target || moment.scores.some(Boolean) ? `, ${moment.scores[seat]} points` : "";
  name.append(element("span", "count", `${hand.length} card${hand.length === 1 ? "" : "s"}${points}`));
  const marked = asked && mayShow(moment) ? moment : null;
  let chosen = marked ? marked.action : null;
  const cards = hand.map(kind => {
    const classes = marked && kind >= 0 && marked.legal.includes(kind) ? ["legal"] : [];
    if (kind >= 0 && kind === chosen) { classes.push("chosen"); chosen = null; }
    return card(kind, DATA.cards, ...classes);
  });
  box.append(name, element("div", "hand", ...cards));
  return box;
}

function piles(moment) {
  const draw = element("div", "single");
  if (moment.drawSize) draw.append(card(-1, DATA.cards));
  if (moment.next !== null && view === TRUTH) {
    const next = element("div", "next", card(moment.next, DATA.cards));
    next.title = "the next card";
    draw.append(next);
  }
  const stack = element("div", "stack");
  moment.pile.forEach((kind, place) => {
    const laid = card(kind, DATA.cards);
    laid.style.left = `${(100 - 100 / 2.1) * place / Math.max(1, moment.pile.length - 1)}%`;
    stack.append(laid);
  });
  return element("div", "piles", element("div", "pile", draw, `${moment.drawSize} to draw`),
    element("div", "pile", stack, `${moment.pileSize} laid`));
}

function facts(moment) {
  const color = element("div", "");
  if (moment.color === null || moment.color >= SHOWN_COLORS) color.append("no colour named yet");
  else {
    const swatch = element("span", "swatch");
    swatch.style.background = PAINT[moment.color];
    color.append(swatch, `${DATA.colors[moment.color]}, ${moment.direction > 0 ? "clockwise" : "counter-clockwise"}`);
  }
  if (moment.pending) color.append(`, ${moment.pending} to draw now`);
  const box = element("div", "facts", color, element("div", "news", news(moment)));
  const before = now ? moments[now - 1].lastRound : null;
  if (moment.lastRound && JSON.stringify(before) !== JSON.stringify(moment.lastRound)) box.append(element("div", "round", roundEnd(moment.lastRound)));
  return box;
}

function roundEnd([number, winner, points]) {
  return winner === null ? `Round ${number} ended without a winner.` : `${title(winner)} went out in round ${number}: ${points} points.`;
}

function news(moment) {
  if (moment.phase === "TRUNCATED") return "Cut off by a limit: nobody wins.";
  if (moment.phase === "OVER") return moment.winner === null ? "Nobody wins." : `${title(moment.winner)} wins.`;
  if (moment.action === null) return `${title(moment.turn)} is asked: ${question(moment)}`;
  return `${title(moment.turn)}: ${deed(moment)}`;
}

function deed(moment) {
  const label = DATA.actions[moment.action];
  if (moment.action < DATA.cards.length) return `lays ${label}`;
  if (DATA.colors.includes(label)) return `names ${label}`;
  if (label.startsWith("swap+")) return `swaps hands with ${title((moment.turn + Number(label.slice(5))) % game.players)}`;
  return { draw: "draws", pass: "passes", accept: "accepts", challenge: "challenges", uno: "calls UNO", catch: "catches" }[label];
}

const question = moment => moment.phase.toLowerCase().replaceAll("_", " ");

function showChoices(moment) {
  const over = moment.phase === "OVER" || moment.phase === "TRUNCATED";
  at("question").textContent = over ? "The game is over" : `${title(moment.turn)}: ${question(moment)}`;
  const open = mayShow(moment) && !over;
  at("value").textContent = open && moment.value !== null ? `${game.adviser} expects ${moment.value >= 0 ? "+" : ""}${moment.value.toFixed(2)}` : "";
  if (!open || !moment.legal.length) {
    at("choices").replaceChildren(over ? "" : "The choices are hidden in this view.");
    return;
  }
  const order = moment.legal.map((action, place) => [action, moment.chances ? moment.chances[place] : null]);
  if (moment.chances) order.sort((a, b) => b[1] - a[1]);
  at("choices").replaceChildren(...order.map(([action, chance]) => choice(action, chance, action === moment.action)));
}

function choice(action, chance, chosen) {
  const row = element("div", `choice${chosen ? " chosen" : ""}`, element("span", "", DATA.actions[action]));
  if (chance === null) return row;
  const bar = element("i", "");
  bar.style.width = `${100 * chance}%`;
  row.append(element("div", "bar", bar), element("span", "", `${(100 * chance).toFixed(1)}%`));
  return row;
}

function pause() {
  clearInterval(timer);
  timer = null;
  at("play").textContent = "Play";
}

function play() {
  if (timer !== null) return pause();
  if (now === moments.length - 1) show(0);
  at("play").textContent = "Pause";
  timer = setInterval(() => {
    show(now + 1);
    if (now === moments.length - 1) pause();
  }, Number(at("speed").value));
}

const STEPS = {
  first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => moments.length - 1,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
const go = name => { pause(); show(STEPS[name]()); };

Object.keys(STEPS).forEach(name => { at(name).onclick = () => go(name); });
at("play").onclick = play;
at("time").oninput = () => { pause(); show(Number(at("time").value)); };
at("view").onchange = () => { view = Number(at("view").value); show(now); };
at("game").onchange = () => choose(Number(at("game").value));
at("speed").onchange = () => { if (timer !== null) { pause(); play(); } };
document.addEventListener("keydown", event => {
  if (event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName !== "BUTTON") play();
  else if (event.key in KEYS) go(KEYS[event.key]);
  else return;
  event.preventDefault();
});

defineCards(DATA.cards, DATA.cardColors);
at("game").replaceChildren(...DATA.games.map((one, number) => new Option(one.line ? `game in line ${one.line}` : `game ${number + 1}`, number)));
at("game").hidden = DATA.games.length < 2;
choose(0);
