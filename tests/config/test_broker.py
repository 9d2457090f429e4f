"""The file broker: whole messages, in order, each taken once. Redis: places are given back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from queue import Empty
from types import SimpleNamespace
from typing import Any

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError
from kombu.transport import virtual
from redis.exceptions import ConnectionError as RedisIsAway

from config import broker
from config.broker import RedisPlaces, RedisTransport
from tests.config.conftest import TOP

MESSAGES = 600


def connection(folder: Path) -> Connection:
    broker.install()
    names = ("data_folder_in", "data_folder_out")
    options = {name: str(folder / "queue") for name in names} | {
        "processed_folder": str(folder / "taken"),
        "control_folder": str(folder / "control"),
    }
    return Connection(f"{broker.SCHEME}://", transport_options=options)


def drained(channel: Any, queue: str) -> list[Any]:
    found = []
    try:
        while True:
            found.append(channel._get(queue))
    except Empty:
        return found


def test_messages_come_out_in_the_order_they_went_in(tmp_path: Path) -> None:
    with connection(tmp_path) as files:
        channel: Any = files.channel()
        for number in range(5):
            channel._put("celery", {"number": number})
        assert drained(channel, "celery") == [{"number": number} for number in range(5)]


def test_a_queue_gives_its_own_messages_only(tmp_path: Path) -> None:
    with connection(tmp_path) as files:
        channel: Any = files.channel()
        channel._put("celery", {"for": "celery"})
        channel._put("other.celery", {"for": "other"})
        assert drained(channel, "celery") == [{"for": "celery"}]
        assert drained(channel, "other.celery") == [{"for": "other"}]


def test_nothing_is_left_on_disk_when_all_is_taken(tmp_path: Path) -> None:
    with connection(tmp_path) as files:
        channel: Any = files.channel()
        channel._put("celery", {"number": 1})
        drained(channel, "celery")
        assert list((tmp_path / "queue").iterdir()) == []
        assert list((tmp_path / "taken").iterdir()) == []


def test_a_queue_declared_by_one_process_is_known_to_the_next(tmp_path: Path) -> None:
    with connection(tmp_path) as files:
        files.SimpleQueue("letters").put({"number": 1})
    with connection(tmp_path) as files:
        message = files.SimpleQueue("letters").get(timeout=5)
        assert message.payload == {"number": 1}
        message.ack()


def test_two_readers_and_two_writers_lose_and_double_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from queue import Empty\n"
        "from tests.config.test_broker import MESSAGES, connection\n"
        "role, name, folder = sys.argv[1:]\n"
        "channel = connection(Path(folder)).channel()\n"
        "if role == 'write':\n"
        "    for number in range(MESSAGES): channel._put('celery', f'{name}{number}')\n"
        "while role == 'read':\n"
        "    try: message = channel._get('celery')\n"
        "    except Empty: time.sleep(0.0005); continue\n"
        "    if message == 'end': break\n"
        "    print(message)\n"
    )

    def start(role: str, name: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", code, role, name, str(tmp_path)], cwd=TOP, stdout=subprocess.PIPE, text=True
        )

    readers = [start("read", name) for name in "ab"]
    writers = [start("write", name) for name in "xy"]
    assert [writer.communicate(timeout=60)[0] for writer in writers] == ["", ""]
    assert [writer.returncode for writer in writers] == [0, 0]
    with connection(tmp_path) as files:
        channel: Any = files.channel()
        for _ in readers:
            channel._put("celery", "end")
    taken = [line for reader in readers for line in reader.communicate(timeout=60)[0].split()]
    assert [reader.returncode for reader in readers] == [0, 0]
    assert sorted(taken) == sorted(f"{name}{number}" for name in "xy" for number in range(MESSAGES))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with connection(tmp_path) as files:
        channel: Any = files.channel()
        (tmp_path / "queue").rmdir()
        with pytest.raises(ChannelError, match=f"Cannot add a message to {tmp_path / 'queue'}"):
            channel._put("celery", {"number": 1})


def test_a_message_that_cannot_be_acknowledged_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise RedisIsAway("refused")

    channel = SimpleNamespace(connection_errors=(RedisIsAway,), do_restore=False)
    places = RedisPlaces(channel, prefetch_count=1)
    virtual.QoS.append(places, object(), "a message")
    assert not places.can_consume()
    monkeypatch.setattr(places, "_remove_from_indices", away)
    with pytest.raises(RedisIsAway):
        places.ack("a message")
    assert places.can_consume()


def test_redis_is_reached_by_the_transport_that_gives_places_back() -> None:
    broker.install()
    with Connection("redis://127.0.0.1:1/0") as connection:
        assert isinstance(connection.transport, RedisTransport)
        assert RedisTransport.Channel.QoS is RedisPlaces
