/** Switches a scenario on, for the time that is chosen on the page, and off. */
import type { ControlReply } from '../../../control/rows/client.ts'
import { Switch } from '../../components/fields.tsx'
import { Time } from '../../components/time.tsx'
import { useChange } from '../../data/control.ts'
import { useQueryValue } from '../../shell/address.ts'

export type Scenario = ControlReply<'control.listScenarios'>['scenarios'][number]

/** World time → what is shown. */
export const spans: Readonly<Record<string, string>> = {
  '': 'on until off',
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

/** When it ends by itself. */
export function Until({ scenario: { until } }: { readonly scenario: Switched }) {
  if (until === null) return null
  return (
    <span class="until">
      until <Time at={until} />
    </span>
  )
}
