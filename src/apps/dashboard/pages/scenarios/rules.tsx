/** A scenario's rules, and its switch, which uses the duration chosen on the page. */
import type { ControlReply } from '../../../../control/client.ts'
import { Badge } from '../../components/facts.tsx'
import { Switch } from '../../components/fields.tsx'
import { Text, Time } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { useQueryValue } from '../../shell/address.ts'

export type Scenario = ControlReply<'control.listScenarios'>['scenarios'][number]

/** World time → label. */
export const spans: Readonly<Record<string, string>> = {
  '': 'on until switched off',
  PT1M: 'on for a minute',
  PT5M: 'on for 5 minutes',
  PT1H: 'on for an hour',
  P1D: 'on for a day',
}

export function useSpan(): readonly [span: string, set: (span: string) => void] {
  const [span, set] = useQueryValue('for')
  return [span in spans ? span : '', set]
}

type Switched = Pick<Scenario, 'name' | 'active' | 'until'>

export function SwitchScenario({ scenario: { name, active } }: { readonly scenario: Switched }) {
  const [span] = useSpan()
  const on = useChange('control.activateScenario', (reply) => `${reply.name} is on.`)
  const off = useChange('control.deactivateScenario', () => `${name} is off.`)
  const params = { name }
  return (
    <span class="switching">
      <Switch
        label={name}
        on={active}
        disabled={on.isPending || off.isPending}
        change={(to) => {
          if (!to) off.mutate({ params })
          else on.mutate(span === '' ? { params } : { params, body: { ttl: span } })
        }}
      />
    </span>
  )
}

export function Until({ scenario: { until } }: { readonly scenario: Switched }) {
  if (until === null) return null
  return (
    <span class="until">
      until <Time at={until} />
    </span>
  )
}

export type FullScenario = ControlReply<'control.showScenario'>

/** A scenario's rules: their conditions, their effects, and the number of calls and jobs they applied to. */
export const Rules = ({ scenario: { rules, explained, counted, active } }: { readonly scenario: FullScenario }) => (
  <ol class="rules lines">
    {rules.map((rule, at) => (
      <li key={at}>
        <p class="conditions">
          <Text>{conditionsOf(rule)}</Text>
          <Badge
            tone={counted[at] ? 'info' : 'plain'}
            title="Calls and jobs that the rule has applied to since the scenario was switched on"
          >
            {`${counted[at] ?? 0} counted`}
          </Badge>
        </p>
        <Text as="p">{(explained[at] ?? []).join(' ')}</Text>
      </li>
    ))}
    {!active && <li class="quiet">Rules start counting when the scenario is switched on.</li>}
  </ol>
)

export type Written = Readonly<Record<string, unknown>>

/** Formats a value in YAML flow style, such as `{ org: ttd, calls: [1, 2] }`. */
export function said(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(said).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, each]) => `${name}: ${said(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The words before each condition, in reading order. */
const conditions: Readonly<Record<string, string>> = {
  on: '',
  where: 'where ',
  calls: 'calls ',
  per: 'for each ',
  probability: 'with probability ',
  after: 'after ',
  for: 'for ',
  every: 'again every ',
  until: 'until ',
}

function conditionsOf(rule: Written): string {
  const parts = Object.entries(conditions).flatMap(([name, before]) => (rule[name] === undefined ? [] : [`${before}${said(rule[name])}`]))
  if (rule.on === undefined) parts.unshift('all calls and jobs that it can affect')
  return parts.join(', ')
}
