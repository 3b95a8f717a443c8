import pytest

from mindgist.labels.pronouns import with_antecedent


@pytest.mark.parametrize(
    ("gist", "parent", "shown"),
    [
        ("He fled to Idaho", "Police say James DiMaggio set the house on fire.", "[James DiMaggio] fled to Idaho"),
        ("She won twice", "Mrs. Pankhurst spoke to the crowd.", "[Pankhurst] won twice"),
        ("he was late", "Everybody waited for Mr. Smith.", "[Smith] was late"),
        ("She fled to Idaho", "Police say James DiMaggio set the house on fire.", "She fled to Idaho"),
        ("He fled", "James DiMaggio and Robert Smith set the house on fire.", "He fled"),
        ("He fled to Idaho", "The White House in New York was silent.", "He fled to Idaho"),
        ("They fled to Idaho", "Police say James DiMaggio set the house on fire.", "They fled to Idaho"),
        ("He fled", "James DiMaggio met Michael at the lake.", "He fled"),
        ("He fled", "James DiMaggio, police in San Diego said in June.", "[James DiMaggio] fled"),
        ("He fled", "James DiMaggio told Michael, who lives in San Diego.", "He fled"),
        (
            "He fled to Idaho on a hot day in the last summer",
            "Police say James DiMaggio set the house on fire.",
            "[DiMaggio] fled to Idaho on a hot day in the last summer",
        ),
    ],
)
def test_a_pronoun_becomes_a_name_only_if_it_is_certain(gist: str, parent: str, shown: str) -> None:
    assert with_antecedent(gist, parent, 12) == shown
