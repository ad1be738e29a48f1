/** Which scenarios are on: on every page, because they explain what happens there. */
import { Text } from '../components/text.tsx'
import { useControl } from '../data/control.ts'
import { hrefOf } from './address.ts'

/** All scenarios in one page of the list. */
const limit = '10000'

/** The scenarios that are on in this world. */
export function useActiveScenarios() {
  const { data } = useControl('control.listScenarios', { query: { limit } }, { live: true })
  return data?.scenarios.filter(({ active }) => active) ?? []
}

export function ActiveScenarios() {
  const active = useActiveScenarios()
  if (active.length === 0) return null
  return (
    <section class="active" aria-label="Scenarios that are on">
      {active.slice(0, 3).map(({ name, summary }) => (
        <a key={name} class="chip warn" href={hrefOf(['scenarios', name])} title={summary}>
          <Text>{name}</Text>
        </a>
      ))}
      {active.length > 3 && (
        <a class="chip warn" href={hrefOf(['scenarios'])}>
          and {active.length - 3} more
        </a>
      )}
    </section>
  )
}
