/** The world at a glance: its calls, what is on, what comes next, which client misbehaves, and what went wrong last. Each part links on. */
import type { ControlReply } from '../../../control/rows/client.ts'
import { Badge, Facts, StatusBadge } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { Quiet, roughSpanOf, Text, TextLink, Time, worldMinute } from '../../components/text.tsx'
import { CodeLine } from '../../components/toast.tsx'
import { Who } from '../../components/who.tsx'
import { base, environment, useControl, world } from '../../data/control.ts'
import { newest, version } from '../../data/journal.ts'
import { hrefOf, recordHref } from '../../shell/address.ts'
import { useActiveScenarios } from '../../shell/header.tsx'
import { Calls, Part } from './calls.tsx'

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

/** What makes this world other than the service: scenarios, gates, its clock and its dialect. */
function Standing({ isTall }: { readonly isTall: boolean }) {
  const version = useControl('control.version')
  const dialect = useControl('control.showDialect', {}, { live: true })
  const clock = useControl('control.showClock', {}, { live: true })
  const gates = useControl('control.listGates', {}, { live: true })
  const active = useActiveScenarios()
  return (
    <Part title="What is on" href={hrefOf(['scenarios'])} more="scenarios" class={isTall ? 'tall' : ''}>
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
                  <Time at={clock.data.now} full />, {clock.data.mode === 'frozen' ? 'frozen' : 'it runs'}
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
        <TextLink href={hrefOf(['calls'], { query: `op:${operation}` })}>{operation}</TextLink> <Quiet>{`${at}, ${standing} wait`}</Quiet>
      </li>
    ))}
  </ul>
)

/** Bookings, clients and problems that are shown. */
const most = 5

function Due() {
  const clock = useControl('control.showClock', {}, { live: true })
  return (
    <Part title="What is due next" href={hrefOf(['clock'])} more="the clock">
      <Loaded of={clock}>
        {({ pending, total }) => (
          <>
            {total === 0 && <p class="quiet">Nothing is booked.</p>}
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

/** What a booking works on, or else what booked it. */
function placeOf({ shipmentId, fileTransferId, deliveryId }: Readonly<Record<string, unknown>>, cause: string): string {
  if (typeof shipmentId === 'string') return recordHref('shipment', shipmentId)
  if (typeof fileTransferId === 'string') return recordHref('fileTransfer', fileTransferId)
  return typeof deliveryId === 'string' ? recordHref('delivery', deliveryId) : recordHref('call', cause)
}

function Clients() {
  const judged = useControl('control.listVerdicts', {}, { live: true })
  return (
    <Part title="Clients with a bad verdict" href={hrefOf(['verdicts'])} more="verdicts">
      <Loaded of={judged}>
        {({ verdicts, callers }) => {
          const bad = callers.flatMap(({ caller, orgNo }) => {
            const theirs = verdicts.flatMap(({ id, callers: all }) => {
              const own = all.find((each) => each.caller === caller && each.verdict === 'bad')
              return own ? [{ id, call: own.calls.at(-1) }] : []
            })
            return theirs.length === 0 ? [] : [{ caller, orgNo, theirs }]
          })
          if (bad.length === 0) return <p class="quiet">None: no call shows that a client does something wrong.</p>
          return (
            <ul class="glances">
              {bad.slice(0, most).map(({ caller, orgNo, theirs }) => (
                <li key={caller}>
                  <Who of={orgNo === null ? caller : { org: null, orgNo }} />
                  <span class="row">
                    {theirs.map(({ id, call }) => (
                      <a key={id} href={call === undefined ? hrefOf(['verdicts']) : hrefOf(['calls', call])}>
                        <Badge tone="bad">{id}</Badge>
                      </a>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Part>
  )
}

/** The calls that were refused or failed: of each kind the last one, with its reason. */
function Problems() {
  const read = useControl('control.listErrors', { query: { limit: String(most), environment } }, { live: true })
  return (
    <Part title="The last problems" href={hrefOf(['calls'], { errors: 'shown' })} more="with the traffic" class="wide">
      <Loaded of={read}>
        {({ errors }) => (
          <>
            {errors.length === 0 && <p class="quiet">No call was refused, and none failed.</p>}
            <ul class="problems">
              {errors.map(({ status, code, operation, count, last, why, calls: [call = ''] }) => (
                <li key={`${status} ${code} ${operation}`}>
                  <a class="pick" href={hrefOf(['calls', call])}>
                    <StatusBadge status={status} />
                    <span class="one-line">
                      <Text>{operation ?? 'no operation'}</Text>{' '}
                      {count > 1 && <span class="quiet">{count.toLocaleString('en')} times</span>}
                    </span>
                    <span class="one-line quiet why">
                      <Text>{why ?? code}</Text>
                    </span>
                    <Time at={last} brief />
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Part>
  )
}

/** The newest calls and jobs, in short. */
function Newest() {
  const lines = newest(most).reverse()
  return (
    <Part title="Just happened" href={hrefOf(['calls'])} more="all traffic" class="wide">
      <ul class="problems">
        {lines.map(({ id, method, path, status, operation, why, at }) => (
          <li key={id}>
            <a class="pick" href={hrefOf(['calls', id])}>
              {method === null ? <Badge>job</Badge> : <StatusBadge status={status} />}
              <span class="one-line">
                <Text>{method === null ? operation : `${method} ${path ?? ''}`}</Text>
              </span>
              <span class="one-line quiet why">{why !== null && <Text>{why}</Text>}</span>
              <Time at={at} brief />
            </a>
          </li>
        ))}
      </ul>
    </Part>
  )
}
