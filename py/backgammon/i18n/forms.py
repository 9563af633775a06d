"""How a language formats numbers and dates; signs and patterns come from its file."""

from dataclasses import dataclass


def percents(share: float, decimals: int = 0) -> float:
    """Return a fraction (0 to 1) in percent, rounded as it is shown, to 0 or 1 decimals.

    Whole percents are rounded from the tenths that tables show, halves to even: 61.5 and 38.5 add up to 100,
    and so do 62 and 38.
    """
    tenths = round(1000 * share) / 10
    return tenths if decimals else round(tenths)


@dataclass(frozen=True, slots=True)
class NumberForm:
    """Number signs of a language: ``group`` separates thousands in numbers of ``group_from`` digits or more.

    ``percent`` is a pattern with ``{number}``.
    """

    decimal: str
    group: str
    group_from: int
    minus: str
    percent: str

    def write(self, value: float, decimals: int = 0, signed: bool = False) -> str:
        """Format a number with ``decimals`` decimals; ``signed`` puts a plus sign before positive numbers."""
        digits = f"{abs(value):.{decimals}f}"
        return self._sign(value, digits, signed) + self._group_thousands(digits)

    def write_percent(self, share: float, decimals: int = 0) -> str:
        """Format a fraction (0 to 1) as a percentage with 0 or 1 decimals."""
        digits = f"{abs(percents(share, decimals)):.{decimals}f}"
        return self._sign(share, digits, False) + self.percent.format(number=self._group_thousands(digits))

    def _sign(self, value: float, digits: str, signed: bool) -> str:
        """Return the sign of a number; one that is shown as zero has none."""
        if not digits.strip("0."):
            return ""
        return self.minus if value < 0 else "+" if signed else ""

    def _group_thousands(self, digits: str) -> str:
        whole, point, fraction = digits.partition(".")
        if len(whole) >= self.group_from:
            whole = f"{int(whole):,}".replace(",", self.group)
        return f"{whole}{self.decimal}{fraction}" if point else whole


@dataclass(frozen=True, slots=True)
class DateForm:
    """Date patterns of a language: ``day`` with year, month and day, ``time`` with hour and minute."""

    day: str
    time: str
