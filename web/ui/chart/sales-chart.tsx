import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { byLocale } from '../../../shared/kernel/language.ts'
import { timeZone } from '../../../shared/kernel/locale.ts'
import { amountFormat, formatAmount, toCents, toDollars } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { useNarrowScreen } from '../hooks.ts'
import { roundTicks } from './round-ticks.ts'

const HEIGHT_PX = 328
const shortDate = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const wholeAmount = amountFormat({ trailingZeroDisplay: 'stripIfInteger' })
const shortAmount = amountFormat({ notation: 'compact', maximumFractionDigits: 1 })
/** Amounts from here on are shortened: $2M. */
const LONG_AMOUNT = 1_000_000
/** Up to this width there is no room for the label of every day. */
const NARROW_CHART_PX = 1023

const tickText = (amount: number) => (amount < LONG_AMOUNT ? wholeAmount() : shortAmount()).format(amount)

const dateOf = (date: string) => shortDate().format(new Date(date))

const COLORS = { brand: 'var(--color-brand)', orange: 'var(--color-orange)' } as const

interface SalesDay {
  /** `2026-01-31` */
  date: string
  /** Dollars. */
  sales: number
  /** The label below the bar, e.g. `Day 1`, which is never left out; the date by default. */
  day?: string
}

interface SalesChartProps {
  /** Oldest first, today last. */
  days: readonly SalesDay[]
  /** The same number of days before, shown as a line. */
  previous: readonly SalesDay[]
  color: keyof typeof COLORS
}

/** Today is incomplete: outlined. */
const todayIn = (stroke: string) => ({ fillOpacity: 0.35, stroke, strokeWidth: 1.5 })
/** With more labels there is no room below each bar. */
const MAX_LABELS = 30

function rowsOf({ days, previous, color }: SalesChartProps) {
  return days.map(({ date, sales, day }, index) => ({
    name: day ?? dateOf(date),
    label: day ? statsMessages.dayOn({ day, date: dateOf(date) }) : dateOf(date),
    sales,
    previous: previous[index]?.sales ?? 0,
    ...(index === days.length - 1 && todayIn(COLORS[color])),
  }))
}

/** Sales in dollars, one bar per day up to today, and the previous period as a line; a table has the same figures. */
export function SalesChart({ days, previous, color }: SalesChartProps) {
  const data = rowsOf({ days, previous, color })
  const [first, last] = [days.at(0), days.at(-1)]
  const total = toDollars(days.reduce((sum, { sales }) => sum + toCents(sales), 0))
  const ticks = roundTicks(Math.max(0, ...[...days, ...previous].map(({ sales }) => sales)))
  const isNarrow = useNarrowScreen(NARROW_CHART_PX)
  const isEachNamed = !isNarrow && first?.day !== undefined && days.length <= MAX_LABELS
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <>
      <div aria-hidden dir="ltr" className="text-sm text-muted">
        <Legend days={days.length} color={color} />
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <ComposedChart data={data} accessibilityLayer={false} margin={{ top: 10, right: 4, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="name"
              tick={isEachNamed ? DayTick : { fill: 'var(--color-muted)', fontSize: 12 }}
              tickLine={false}
              axisLine={{ stroke: 'var(--color-line)' }}
              {...(isEachNamed ? { interval: 0, height: 44 } : { interval: 'preserveStartEnd', minTickGap: 24 })}
            />
            <YAxis
              width={64}
              ticks={ticks}
              domain={[0, ticks.at(-1) ?? 0]}
              interval={0}
              tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
              tickFormatter={tickText}
              tickLine={false}
              axisLine={false}
            />
            <Tooltip
              cursor={{ fill: 'var(--color-tint)' }}
              itemSorter={({ dataKey }) => (dataKey === 'sales' ? 0 : 1)}
              labelFormatter={(name, [bar]) => bar?.payload.label ?? name}
              formatter={(amount, name) => [
                formatAmount(Number(amount)),
                name === 'sales' ? statsMessages.sales : statsMessages.previousSales({ days: days.length }),
              ]}
              contentStyle={{
                background: 'var(--color-surface)',
                border: '1px solid var(--color-line)',
                borderRadius: 4,
                color: 'var(--color-ink)',
              }}
              itemStyle={{ color: 'var(--color-ink)' }}
            />
            <Bar dataKey="sales" fill={COLORS[color]} radius={[4, 4, 0, 0]} isAnimationActive={!reducesMotion} />
            <Line
              dataKey="previous"
              stroke="var(--color-muted)"
              strokeDasharray="4 3"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <p className="mt-3 min-h-10 text-sm text-muted wrap-anywhere sm:min-h-5">
        {first &&
          last &&
          statsMessages.salesInDays({
            total: formatAmount(total),
            days: days.length,
            first: dateOf(first.date),
            last: dateOf(last.date),
            zone: timeZone(),
          })}
      </p>
      <details className="mt-2 text-sm">
        <summary className="w-fit py-1 text-brand-strong underline underline-offset-2">
          {statsMessages.showTable}
        </summary>
        <SalesTable bars={data} />
      </details>
    </>
  )
}

function Legend({ days, color }: { days: number; color: SalesChartProps['color'] }) {
  return (
    <p className="flex h-6 gap-5 text-xs">
      <span className="flex items-center gap-1.5">
        <span className="size-2.5 forced-color-adjust-none" style={{ background: COLORS[color] }} />{' '}
        {statsMessages.sales}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-5 border-t-2 border-dashed border-muted" /> {statsMessages.previousSales({ days })}
      </span>
    </p>
  )
}

interface TickProps {
  x: number | string
  y: number | string
  payload: { value: string }
}

/** A label in two lines, `Day` above its number, as one line has no room for it. */
function DayTick({ x, y, payload: { value } }: TickProps) {
  const [word, ...rest] = value.split(' ')
  return (
    <text x={x} y={y} textAnchor="middle" fill="var(--color-muted)" fontSize={11}>
      <tspan x={x} dy="0.9em">
        {word}{' '}
      </tspan>
      <tspan x={x} dy="1.3em">
        {rest.join(' ')}
      </tspan>
    </text>
  )
}

function SalesTable({ bars }: { bars: readonly { label: string; sales: number; previous: number }[] }) {
  return (
    <table className="mt-2 w-full max-w-xl wrap-anywhere">
      <caption className="sr-only">{statsMessages.salesByDay}</caption>
      <thead>
        <tr>
          <th scope="col" className="text-start">
            {statsMessages.day}
          </th>
          <th scope="col" className="text-end">
            {statsMessages.sales}
          </th>
          <th scope="col" className="text-end">
            {statsMessages.previousSales({ days: bars.length })}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, sales, previous }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1 text-start font-normal">
              {label}
            </th>
            <td className="text-end">{formatAmount(sales)}</td>
            <td className="text-end text-muted">{formatAmount(previous)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
