/** How this world stands: what is on, its clock, how the service answers. */
import { Badge } from '../../components/badge.tsx'
import { Facts } from '../../components/facts.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useControl } from '../../data/control.ts'
import { environment, world } from '../../data/place.ts'
import { useActiveScenarios } from '../../shell/active-scenarios.tsx'
import { hrefOf } from '../../shell/address.ts'

export function Standing() {
  const version = useControl('control.version')
  const dialect = useControl('control.showDialect', {}, { live: true })
  const clock = useControl('control.showClock', {}, { live: true })
  const active = useActiveScenarios()
  return (
    <section class="card">
      <h2>What is on</h2>
      <Loaded of={version}>
        {({ version: number, pace }) => (
          <Facts
            of={{
              World: `${world}, ${environment}`,
              Scenarios:
                active.length === 0 ? (
                  <span class="quiet">none: the service works</span>
                ) : (
                  <span class="row">
                    {active.map(({ name }) => (
                      <a key={name} href={hrefOf(['scenarios', name])}>
                        <Badge tone="warn">{name}</Badge>
                      </a>
                    ))}
                  </span>
                ),
              Clock: clock.data && (
                <>
                  <Time at={clock.data.now} full />, <Text>{clock.data.mode}</Text>
                </>
              ),
              'To come': clock.data && `${clock.data.total} booked`,
              Dialect: dialect.data?.dialect,
              Pace: pace,
              Version: number,
            }}
          />
        )}
      </Loaded>
    </section>
  )
}
