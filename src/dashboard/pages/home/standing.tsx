/** How this world stands: what is on, its clock, how the service answers; what happened last, and what went wrong. */
import { Badge, Facts, StatusBadge } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { RecentErrors } from '../../components/recent-errors.tsx'
import { Text, Time } from '../../components/text.tsx'
import { environment, useControl, world } from '../../data/control.ts'
import { newest, version } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'
import { useActiveScenarios } from '../../shell/header.tsx'

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

/** Lines that are shown. */
const newestLines = 8

/** The newest calls and jobs, in short. */
export function Newest() {
  void version.value
  const lines = newest(newestLines).reverse()
  if (lines.length === 0) return null
  return (
    <section class="latest">
      <h2>
        Just happened <a href={hrefOf(['calls'])}>all traffic</a>
      </h2>
      <ul class="box lines">
        {lines.map((line) => (
          <li key={line.id}>
            <a class="pick" href={hrefOf(['calls', line.id])}>
              {line.method === null ? <Badge>job</Badge> : <StatusBadge status={line.status} />}
              <span class="one-line">
                <Text>{line.method === null ? line.operation : `${line.method} ${line.path ?? ''}`}</Text>
              </span>
              <span class="quiet one-line why">{line.why !== null && <Text>{line.why}</Text>}</span>
              <Time at={line.at} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Groups that are shown. */
const newestErrors = 5

/** What went wrong most recently, in short. */
export function Errors() {
  void version.value
  // A world without calls has no errors.
  if (newest(1).length === 0) return null
  return (
    <section class="latest">
      <h2>
        What went wrong <a href={hrefOf(['calls'], { errors: 'shown' })}>with the traffic</a>
      </h2>
      <RecentErrors most={newestErrors} />
    </section>
  )
}
