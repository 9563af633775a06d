"""A match against a friend on another device, without I/O: texts and times in, required actions out.

``match.FriendMatch`` is one side of the match. Each of its methods returns what is to be done, in order
(``outputs``): a save always comes before the message that depends on it, so that nothing is sent that could
be lost here. ``desk.Desk`` has all matches of this device: those stored (``matches``), those that go on now
(``active``), and the rematches that are asked for (``rematches``).

Both sides hold the same *transcript* (``transcript``): the decisions made, and the links shown of the two
hash chains. In every state exactly one side is to act, so two honest transcripts can never fork. Rolls are
never sent: both sides compute them from the links. ``stages`` has the tables of allowed transitions, ``wire``
the messages of a live link, ``texts`` the texts that people send each other. ``.github/FRIEND.md`` describes
what a cheat could try.

Inside this package players have the host's numbers (0 the host, 1 the guest); results of a FriendMatch use
the local player's: 0 is the player here, 1 the friend. Times are milliseconds of a monotonic clock.
"""
