/** The comparison of a call with the real service: the result shown in the list, and the differences shown for an open call. */
import { Badge, Table, type Tone } from '../../components/facts.tsx'
import { Text } from '../../components/text.tsx'
import type { JournalLine } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'
import { reasons } from '../compare/words.ts'

type LineComparison = NonNullable<JournalLine['comparison']>
type Difference = NonNullable<LineComparison['differences']>[number]

const tones: Readonly<Record<LineComparison['result'], Tone>> = { same: 'good', differs: 'bad', apart: 'plain' }

export const Compared = ({ of: { result, reason } }: { readonly of: LineComparison }) => (
  <Badge tone={tones[result]} title={reason}>
    {reason ?? result}
  </Badge>
)

const shownValue = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : JSON.stringify(value))

const columns = [
  { title: 'Difference', cell: ({ kind, where }: Difference) => <Text>{kind === where ? kind : `${kind} of ${where}`}</Text> },
  { title: 'Real service', cell: ({ there }: Difference) => <Text>{shownValue(there)}</Text> },
  { title: 'Standin', cell: ({ here }: Difference) => <Text>{shownValue(here)}</Text> },
]

export const Differences = ({ of: { result, reason = '', differences = [] } }: { readonly of: LineComparison }) => (
  <section aria-label="Compared with Standin">
    <h3>Compared with Standin</h3>
    {result === 'same' && <p>Standin's reply is the same.</p>}
    {result === 'apart' && (
      <p>
        Not compared (<Text>{reason}</Text>). {reasons.get(reason)}
      </p>
    )}
    {differences.length > 0 && (
      <Table label="Differences" columns={columns} rows={differences} keyOf={(each) => String(differences.indexOf(each))} />
    )}
    {result === 'differs' && (
      <p>
        <a href={hrefOf(['calls'], { query: 'compared:differs' })}>All calls that differ</a>
      </p>
    )}
  </section>
)
