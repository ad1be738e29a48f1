/** The rules of a scenario: when each applies, what it does, and how often it has covered a call or job. */
import { Badge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import type { FullScenario } from './full-scenario.ts'
import { conditionsOf } from './words.ts'

export function Rules({ scenario: { rules, explained, counted, active } }: { readonly scenario: FullScenario }) {
  return (
    <ol class="rules">
      {rules.map((rule, at) => (
        <li key={at}>
          <p class="conditions">
            <Text>{conditionsOf(rule)}</Text>
            <Badge
              tone={counted[at] ? 'info' : 'plain'}
              title="Calls and jobs that the rule has covered since the scenario was switched on"
            >
              {`${counted[at] ?? 0} counted`}
            </Badge>
          </p>
          <p>
            <Text>{(explained[at] ?? []).join(' ')}</Text>
          </p>
        </li>
      ))}
      {!active && <li class="quiet">Rules count from the moment the scenario is switched on.</li>}
    </ol>
  )
}
