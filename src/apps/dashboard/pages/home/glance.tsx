/** The world at a glance: calls, active settings, upcoming jobs, verdicts and problems, with links. */
import type { ControlReply } from '../../../../control/client.ts'
import { Badge, Facts } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { Quiet, roughSpanOf, TextLink, Time, worldMinute } from '../../components/text.tsx'
import { CodeLine } from '../../components/toast.tsx'
import { base, environment, useControl, world } from '../../data/control.ts'
import { newest, version } from '../../data/journal.ts'
import { hrefOf, recordHref } from '../../shell/address.ts'
import { useActiveScenarios } from '../../shell/header.tsx'
import { Calls, Part } from './calls.tsx'
import { Clients, Newest, Problems } from './happened.tsx'

export function Glance() {
  void version.value
  const hasLines = newest(1).length > 0
  return (
    <div class="cards glance">
      {hasLines && <Calls />}
      <Standing isTall={hasLines} />
      <Due />
      {hasLines && <Clients />}
      {hasLines && <Problems />}
      {hasLines && <Newest />}
    </div>
  )
}

/** Differences from an ordinary world: scenarios, gates, clock and dialect. */
function Standing({ isTall }: { readonly isTall: boolean }) {
  const version = useControl('control.version')
  const dialect = useControl('control.showDialect', {}, { live: true })
  const clock = useControl('control.showClock', {}, { live: true })
  const gates = useControl('control.listGates', {}, { live: true })
  const active = useActiveScenarios()
  return (
    <Part title="This world" href={hrefOf(['scenarios'])} more="scenarios" class={isTall ? 'tall' : ''}>
      <CodeLine text={base} what="the address" />
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
              Gates: gates.data && gates.data.gates.length > 0 ? <Gates of={gates.data.gates} /> : undefined,
              Clock: clock.data && (
                <a href={hrefOf(['clock'])}>
                  <Time at={clock.data.now} full />, {clock.data.mode === 'frozen' ? 'frozen' : 'running'}
                </a>
              ),
              Dialect: dialect.data?.dialect,
              Pace: pace,
              Version: number,
            }}
          />
        )}
      </Loaded>
    </Part>
  )
}

const Gates = ({ of: gates }: { readonly of: ControlReply<'control.listGates'>['gates'] }) => (
  <ul>
    {gates.map(({ operation, at, standing }) => (
      <li key={`${operation} ${at}`}>
        <TextLink href={hrefOf(['calls'], { query: `op:${operation}` })}>{operation}</TextLink>{' '}
        <Quiet>{`${at}, ${standing} waiting`}</Quiet>
      </li>
    ))}
  </ul>
)

const most = 5

function Due() {
  const clock = useControl('control.showClock', {}, { live: true })
  return (
    <Part title="Due next" href={hrefOf(['clock'])} more="the clock">
      <Loaded of={clock}>
        {({ pending, total }) => (
          <>
            {total === 0 && <p class="quiet">No job is booked.</p>}
            <ul class="glances">
              {pending.slice(0, most).map(({ at, what, cause, data }, nth) => (
                <li key={`${nth} ${at}`}>
                  <TextLink href={placeOf(data, cause)}>{what}</TextLink>
                  <span class="quiet number">
                    <Until at={at} />
                  </span>
                </li>
              ))}
            </ul>
            {total > most && <p class="quiet">and {(total - most).toLocaleString('en')} more</p>}
          </>
        )}
      </Loaded>
    </Part>
  )
}

function Until({ at }: { readonly at: string }) {
  const left = Date.parse(at) - worldMinute.value
  return <span title={at}>{left > 0 ? `in ${roughSpanOf(left)}` : 'now'}</span>
}

/** Returns a link to a booking's record, or else to the booking's cause. */
function placeOf({ shipmentId, fileTransferId, deliveryId }: Readonly<Record<string, unknown>>, cause: string): string {
  if (typeof shipmentId === 'string') return recordHref('shipment', shipmentId)
  if (typeof fileTransferId === 'string') return recordHref('fileTransfer', fileTransferId)
  return typeof deliveryId === 'string' ? recordHref('delivery', deliveryId) : recordHref('call', cause)
}
