"""A match against a friend at another device, without I/O: texts and times in, what is to be done out.

``match.FriendMatch`` is one side of it. Each of its methods returns what is to be done, in order
(``outputs``); what is to be kept always stands before what is to be sent, so that nothing goes out that could
be forgotten.

Both sides hold one *transcript* (``transcript``): what was decided, and which links of the two hash chains
were shown. In every state exactly one side has the word, so two honest transcripts can never fork. Rolls are
never sent: both sides read them from the links. ``stages`` has the tables of what follows what, ``wire`` the
texts that go over a live link, ``texts`` those that people send each other. ``.github/FRIEND.md`` says what a
cheat could try.

Seats are the host's numbers (0 the host, 1 the guest) inside this room; what comes out of a FriendMatch is in
a player's own: 0 is who plays here, 1 is the friend. Times are milliseconds of a steady clock.
"""
