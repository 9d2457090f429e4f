"""Charts for pages and to take away: pictures without styles or scripts, words, and tables behind them.

pygal is imported when the first chart is drawn, not with this package.
"""

from website.charts.bars import bars_chart
from website.charts.distribution import distribution_chart
from website.charts.standalone import download
from website.charts.steps import steps_chart
from website.charts.values import Chart, Kind, Series, Table

__all__ = ["Chart", "Kind", "Series", "Table", "bars_chart", "distribution_chart", "download", "steps_chart"]
