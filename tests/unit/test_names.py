from anchorline.names import unknown_names
from anchorline.settings import resolve
from anchorline.settings.layers import Layer, toml_layer


def of(text: str) -> tuple[str, ...]:
    return unknown_names(resolve([toml_layer(text.encode(), Layer.USER, "config.toml")]))


def test_a_check_that_does_not_exist_is_named_with_its_file():
    assert of('checks.disable = ["nope", "placeholder"]') == (
        "config.toml: checks.disable: 'nope' is no check; `anchorline checks` lists them",
    )


def test_nothing_is_said_of_names_that_exist():
    assert of('checks.disable = ["placeholder"]') == ()
    assert of("") == ()
