"""The steps of an unfinished play, which the friend sees as they are made."""

from app.friends import disconnect, player_event, reconnect, settle, start_friend_match


def test_the_steps_of_an_unfinished_play_are_shown_again_after_a_break() -> None:
    pages = start_friend_match()
    mover = next(each for each in pages if (f := each.model.friend) and f.state and f.state.is_our_turn)
    while not mover.model.game.moves:
        event = player_event(mover)
        assert event
        mover.send(event)
        settle(*pages)
    ann, bob = pages
    disconnect(ann, bob)
    watcher = (bob if mover is ann else ann).restart()
    settle(mover, watcher)
    assert not watcher.model.game.moves
    reconnect(mover, watcher)
    assert watcher.model.game.moves == mover.model.game.moves
