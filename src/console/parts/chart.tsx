/**
 * Bars by day, stacked by brand. The heights are drawn from doubles; whatever is read as money beside it is text of the server. What the chart
 * shows also stands in a table below it, which is what the keyboard and a screen reader use.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dayText } from '../format.js';

export interface StackedBars {
  /** yyyy-MM-dd, ascending, without gaps. */
  days: readonly string[];
  series: readonly { label: string; heights: readonly number[] }[];
}

interface ChartProps {
  bars: StackedBars;
  /** What it shows, in a sentence. */
  label: string;
  /** How a height on the axis is written. */
  heightText: (height: number) => string;
  /** Lines about the day that is pointed at. */
  about: (index: number) => readonly { label: string; value: string; series: number | null }[];
  choose: (index: number) => void;
}

export const seriesMax = 6;
const HEIGHT_PX = 240;
const BAR_SHARE = 0.72;
const BAR_MAX_PX = 48;

export function Chart({ bars, label, heightText, about, choose }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const scheme = useScheme();
  const given = useRef({ choose, heightText });
  given.current = { choose, heightText };
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const plot = new uPlot(optionsOf(parent, bars, given, setPointed), stacked(bars), parent);
    const seen = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height: HEIGHT_PX }));
    seen.observe(parent);
    return () => {
      seen.disconnect();
      plot.destroy();
    };
  }, [bars, scheme]);
  const day = pointed === null ? undefined : bars.days[pointed];
  return (
    <div class="chart">
      <div ref={box} class="chart-canvas" role="img" aria-label={label} />
      <div class="chart-about" aria-hidden="true">
        {day !== undefined && pointed !== null && (
          <>
            <strong>{dayText(day)}</strong>
            {about(pointed).map((line) => (
              <span key={line.label}>
                {line.series !== null && <Swatch series={line.series} />}
                <bdi>{line.label}</bdi> <b>{line.value}</b>
              </span>
            ))}
          </>
        )}
      </div>
    </div>
  );
}

/** The colour of a series. */
export function Swatch({ series }: { series: number }) {
  return <i class="swatch" style={{ '--swatch': `var(--series-${series})` }} />;
}

/** Each series with those below it, the whole first: what is drawn later covers what is drawn before. */
function stacked({ days, series }: StackedBars): uPlot.AlignedData {
  const below = days.map(() => 0);
  const sums = series.map(({ heights }) =>
    heights.map((height, at) => {
      below[at] = (below[at] ?? 0) + height;
      return below[at] ?? 0;
    }),
  );
  return [days.map((_, index) => index), ...sums.reverse()];
}

type Given = { current: Pick<ChartProps, 'choose' | 'heightText'> };

function optionsOf(parent: HTMLElement, { days, series }: StackedBars, given: Given, point: (index: number | null) => void): uPlot.Options {
  const style = getComputedStyle(parent);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const paths = uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_MAX_PX], align: 0 });
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: colour('--ink-2'), font, ticks: { show: false } };
  return {
    width: parent.clientWidth,
    height: HEIGHT_PX,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    series: [
      {},
      ...series
        .map(({ label }, index) => ({
          label,
          fill: colour(`--series-${index}`),
          width: 0,
          points: { show: false },
          ...(paths && { paths }),
        }))
        .reverse(),
    ],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        space: 56,
        incrs: [1, 2, 7, 14, 30, 60, 90, 180, 365],
        values: (_plot, splits) => splits.map((at) => (days[at] === undefined ? '' : dayText(days[at], true))),
      },
      {
        ...axis,
        size: 64,
        space: 44,
        grid: { stroke: colour('--line'), width: 1 },
        values: (_plot, splits) => splits.map((height) => given.current.heightText(height)),
      },
    ],
    hooks: {
      setCursor: [({ cursor }) => point(cursor.idx ?? null)],
      ready: [
        (plot) => {
          plot.over.addEventListener('click', () => {
            if (plot.cursor.idx !== null && plot.cursor.idx !== undefined) given.current.choose(plot.cursor.idx);
          });
        },
      ],
    },
  };
}

/** Changes as the browser goes from light to dark, for what is drawn and not styled. */
function useScheme(): boolean {
  const dark = useRef(matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(dark.current.matches);
  useEffect(() => {
    const list = dark.current;
    const change = () => setDark(list.matches);
    list.addEventListener('change', change);
    return () => list.removeEventListener('change', change);
  }, []);
  return isDark;
}
