"""Tests for the client. Each test gets its own world, from conftest.py with pytest, or from together.py without it."""

import client


def orders_token(world):
    return world.token(org="ttd", scope="altinn:serviceowner/notifications.create")


def files_token(world):
    return world.token(org_no="312345676", scope="altinn:broker.write")


def raised(kind, call, *args):
    """Returns the exception that a call raises."""
    try:
        call(*args)
    except kind as error:
        return error
    raise AssertionError(f"{call.__name__} raised no {kind.__name__}")


def test_an_order_whose_reply_is_lost_is_sent_once(world):
    world.use("order-lost-reply")
    client.place_order(world.url, orders_token(world), "case-1", "someone@example.org")
    world.advance("PT1M")

    assert world.journal(operation="notifications.createOrder").count == 2
    assert [message.to for message in world.outbox()] == ["someone@example.org"]
    assert world.verdicts().bad == []


def test_a_reminder_is_sent_after_a_week(world):
    client.place_order(world.url, orders_token(world), "case-1", "someone@example.org")
    world.advance("P6D")
    assert len(world.outbox()) == 1
    world.advance("P2D")

    assert [message.to for message in world.outbox()] == ["someone@example.org"] * 2
    assert [order.type for order in world.orders()] == ["Notification", "Reminder"]


def test_an_infected_file_is_not_published(world):
    world.use("infected-file")
    token = files_token(world)
    file_id = client.send_file(world.url, token, "report.xml", b"<report/>", "0192:313456781")
    world.advance(until="settled")

    raised(ValueError, client.is_published, world.url, token, file_id)
    assert [file.id for file in world.files(status="Failed")] == [file_id]


def test_a_limit_that_is_used_up_says_when_to_go_on(world):
    world.use("rate-limit-initialize")
    args = (world.url, files_token(world), "report.xml", b"<report/>", "0192:313456781")
    refused = raised(client.Refused, client.send_file, *args)
    assert (refused.status, world.journal(status="429").count) == (429, 1)
    world.advance(f"PT{refused.retry_after}S")

    assert client.send_file(*args) == world.files()[0].id
