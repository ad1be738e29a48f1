/** The newest calls and jobs, in short. */
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { newest, version } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'

const shown = 8

export function Newest() {
  void version.value
  const lines = newest(shown).reverse()
  if (lines.length === 0) return null
  return (
    <section class="newest">
      <h2>
        Just happened <a href={hrefOf(['calls'])}>all traffic</a>
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <a href={hrefOf(['calls', line.id])}>
              {line.method === null ? <Badge>job</Badge> : <StatusBadge status={line.status} />}
              <span class="what">
                <Text>{line.method === null ? line.operation : `${line.method} ${line.path ?? ''}`}</Text>
              </span>
              <span class="quiet why">{line.why !== null && <Text>{line.why}</Text>}</span>
              <Time at={line.at} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
