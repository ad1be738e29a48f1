/** The world's recent history: clients with bad verdicts, problems, and the newest lines. */
import { Badge, StatusBadge } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { Text, Time } from '../../components/text.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useControl } from '../../data/control.ts'
import { newest } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'
import { Part } from './calls.tsx'

const most = 5

export function Clients() {
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
          if (bad.length === 0) return <p class="quiet">None: no call shows a client's mistake.</p>
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

/** Refused and failed calls: the last call of each kind, with the reason. */
export function Problems() {
  const read = useControl('control.listErrors', { query: { limit: String(most), environment } }, { live: true })
  return (
    <Part title="Latest problems" href={hrefOf(['calls'], { errors: 'shown' })} more="in the traffic" class="wide">
      <Loaded of={read}>
        {({ errors }) => (
          <>
            {errors.length === 0 && <p class="quiet">No calls were refused or failed.</p>}
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

export function Newest() {
  const lines = newest(most).reverse()
  return (
    <Part title="Latest activity" href={hrefOf(['calls'])} more="all traffic" class="wide">
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
