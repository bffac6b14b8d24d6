"""Input models (msgspec). UNSET means: not sent. They check types; relations are checked by the repositories."""
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .errors import invalid

Text = str | None | UnsetType
Flag = bool | UnsetType
Ids = list[int] | None | UnsetType
Int = int | None | UnsetType


class PostInput(msgspec.Struct, kw_only=True):
    author: Int = UNSET
    date: Text = UNSET
    date_utc: Text = UNSET
    description: Text = UNSET
    status: Text = UNSET
    image: str | int | None | UnsetType = UNSET
    website: Text = UNSET


class EventInput(PostInput, kw_only=True):
    title: str | UnsetType = UNSET
    start_date: str | UnsetType = UNSET
    end_date: str | UnsetType = UNSET
    slug: Text = UNSET
    excerpt: Text = UNSET
    timezone: str | UnsetType = UNSET
    all_day: Flag = UNSET
    cost: str | int | float | None | UnsetType = UNSET
    show_map: Flag = UNSET
    show_map_link: Flag = UNSET
    hide_from_listings: Flag = UNSET
    sticky: Flag = UNSET
    featured: Flag = UNSET
    categories: Ids = UNSET
    tags: Ids = UNSET
    venue: Ids = UNSET
    organizer: Ids = UNSET


class VenueInput(PostInput, kw_only=True):
    venue: str | UnsetType = UNSET
    show_map: str | bool | None | UnsetType = UNSET
    show_map_link: str | bool | None | UnsetType = UNSET
    address: Text = UNSET
    city: Text = UNSET
    country: Text = UNSET
    province: Text = UNSET
    state: Text = UNSET
    zip: Text = UNSET
    phone: Text = UNSET
    stateprovince: Text = UNSET


class OrganizerInput(PostInput, kw_only=True):
    organizer: str | UnsetType = UNSET
    phone: Text = UNSET
    email: Text = UNSET


class TermInput(msgspec.Struct, kw_only=True):
    name: str | UnsetType = UNSET
    description: Text = UNSET
    slug: Text = UNSET


class CategoryInput(TermInput, kw_only=True):
    parent: Int = UNSET


def read_input(model: type, body: dict[str, Any]) -> Any:
    """Lenient where clients differ: form fields are strings, ID arrays may be a CSV list or one ID."""
    if issubclass(model, EventInput):
        body = dict(body)
        for name in ("categories", "tags", "venue", "organizer"):
            value = body.get(name)
            if isinstance(value, str):
                body[name] = [x.strip() for x in value.split(",") if x.strip()]
            elif isinstance(value, int) and not isinstance(value, bool):
                body[name] = [value]
    for name in ("author", "parent", "image"):
        if isinstance(body.get(name), (bool, float)):
            raise invalid(name, "wrong type")
    if isinstance(body.get("cost"), bool):
        raise invalid("cost", "wrong type")
    return msgspec.convert(body, model, strict=False)


def sent(data: Any) -> dict[str, Any]:
    return {f: v for f in data.__struct_fields__ if (v := getattr(data, f)) is not UNSET}
