"""The reader of questions by one chart: candidates, typed rules, scored covers of all words."""

from scitoolagent.chart.reader import ChartReader as ChartReader
from scitoolagent.chart.reader import Read as Read
