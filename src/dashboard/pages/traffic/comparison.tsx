/** Two calls beside each other: only in what they differ. */
import { TextField } from '../../components/fields.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Table } from '../../components/table.tsx'
import { Text } from '../../components/text.tsx'
import { useControl } from '../../data/control.ts'
import { type JournalLine, useLines } from '../../data/journal.ts'
import { useQueryValue } from '../../shell/address.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { FullLine } from './full-line.ts'

export function Comparison({ line, other }: { readonly line: FullLine; readonly other: string }) {
  const [, setOther] = useQueryValue('with')
  const { lines: calls } = useLines(isCall)
  const alike = calls.filter(({ id, operation }) => id !== line.id && operation === line.operation).slice(-50)
  return (
    <section aria-label="Comparison">
      <h3>Compared</h3>
      <TextField label="With line" value={other} change={setOther} choices={alike.map(({ id }) => id).reverse()} />
      <Differences key={other} line={line} other={other} />
    </section>
  )
}

const isCall = ({ method }: JournalLine) => method !== null

function Differences({ line, other }: { readonly line: FullLine; readonly other: string }) {
  const found = useControl('control.showJournalLine', { params: { id: other } })
  return (
    <Loaded of={found}>
      {(full) => {
        const differences = differencesOf(line, full)
        if (differences.length === 0) return <p class="quiet">They are the same.</p>
        return (
          <Table<Difference>
            label={`Differences between line ${line.id} and line ${other}`}
            rows={differences}
            keyOf={({ what }) => what}
            columns={[
              { title: 'What', cell: ({ what }) => <Text>{what}</Text> },
              { title: `Line ${line.id}`, cell: ({ one }) => <Text>{one}</Text> },
              { title: `Line ${other}`, cell: (each) => <Text>{each.other}</Text> },
            ]}
          />
        )
      }}
    </Loaded>
  )
}

/** The newest other call of the operation, or the newest other call. */
export function nearestTo({ id, operation }: FullLine, calls: readonly JournalLine[]): string | undefined {
  const others = calls.filter((each) => each.id !== id && each.method !== null)
  return (others.findLast((each) => each.operation === operation) ?? others.at(-1))?.id
}
