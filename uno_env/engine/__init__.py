"""The rules in motion, in the order of the rule sheet.

`chance` and `cards_move` are the hands and piles; `deal` sets a round up, `legal` says what may be
done, `answers` does it, `flow` carries a play on to the next question, `effects` are the cards,
`score` ends rounds and matches; `knowing` follows what each seat is certain of.
"""
