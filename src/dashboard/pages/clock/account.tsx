/** The account of an advance: how far the clock went, and what happened on the way. */

import { Badge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { counted, spanOf } from '../../components/words.ts'
import { storyHref } from '../../shell/record-link.ts'
import type { AccountOfAdvance } from './clock.ts'

const shown = 100

interface AccountProps {
  readonly account: AccountOfAdvance
  /** The time before. */
  readonly from: string
}

export function Account({ account: { now, happened, total, counts }, from }: AccountProps) {
  return (
    <section class="account" aria-label="What happened in the advance">
      <h3>
        {spanOf(Math.max(0, Date.parse(now) - Date.parse(from)))} passed,{' '}
        {total === 0 ? 'and nothing happened' : `${counted(total, 'job')} ran`}
      </h3>
      <p class="row">
        {Object.entries(counts).map(([what, count]) => (
          <Badge key={what}>{`${count} × ${what}`}</Badge>
        ))}
      </p>
      <ol class="happened">
        {happened.slice(0, shown).map(({ at, what, id, ...facts }, index) => (
          <li key={index}>
            <Time at={at} full />{' '}
            <strong>
              <Text>{what}</Text>
            </strong>{' '}
            <span class="quiet">
              <Text>
                {Object.entries(facts)
                  .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
                  .join(', ')}
              </Text>{' '}
              {id !== undefined && (
                <a href={storyHref(id)}>
                  <Text>{id}</Text>
                </a>
              )}
            </span>
          </li>
        ))}
      </ol>
      {total > shown && <p class="quiet">… and {total - shown} more</p>}
    </section>
  )
}
