/** A group of differences: its place, its number of calls, both values, the rule behind it, and both replies of one call. */
import { useState } from 'preact/hooks'
import { Badge, Facts } from '../../components/facts.tsx'
import { counted, Text, TextLink } from '../../components/text.tsx'
import { hrefOf } from '../../shell/address.ts'
import { type Group, Replies } from './replies.tsx'
import { culprits, kinds, sourcesOf } from './words.ts'

/** `nth`: its position in the report, from 1. */
export function GroupCard({ group, nth }: { readonly group: Group; readonly nth: number }) {
  const [open, setOpen] = useState(false)
  const { operation, kind, where, calls, of, there, here, likely } = group
  const { tone, words } = culprits[likely]
  return (
    <article class="card group" aria-labelledby={`group-${nth}`}>
      <h2 id={`group-${nth}`}>
        <Badge tone={tone} title={kinds[kind]}>
          {kind}
        </Badge>
        <Text>{operation}</Text>
        <code>
          <Text>{where}</Text>
        </code>
      </h2>
      <dl class="values">
        <div>
          <dt>Real service</dt>
          <dd>
            <Value of={there} />
          </dd>
        </div>
        <div>
          <dt>Standin</dt>
          <dd>
            <Value of={here} />
          </dd>
        </div>
      </dl>
      <p class="quiet">
        {kinds[kind]}, in {calls.toLocaleString('en')} of {counted(of, 'call')}. Likely wrong: {words}
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Both replies, and the rule behind them</summary>
        {open && <Details group={group} nth={nth} />}
      </details>
    </article>
  )
}

function Value({ of: value }: { readonly of: Group['there'] }) {
  if (value === null) return <span class="quiet">nothing</span>
  return (
    <code>
      <Text>{JSON.stringify(value)}</Text>
    </code>
  )
}

function Details({ group: { operation, example, rule }, nth }: { readonly group: Group; readonly nth: number }) {
  return (
    <>
      <Facts
        of={{
          Rule: rule ? <Sources rule={rule} /> : 'No document has a rule for this operation alone.',
          Operation: operation.includes(' ') ? undefined : <TextLink href={hrefOf(['operations', operation])}>{operation}</TextLink>,
          'Example call': `${example.method} ${example.url}`,
          From: `${example.from}, ${example.at}`,
        }}
      />
      <Replies there={example.there} here={example.here} nth={nth} />
    </>
  )
}

const Sources = ({ rule }: { readonly rule: string }) => (
  <span class="row">
    {sourcesOf(rule).map(({ name, document, section }) =>
      document === undefined ? (
        <Text key={name}>{name}</Text>
      ) : (
        <TextLink key={name} href={hrefOf(['docs', 'reference', document], { at: `§${section}` })}>
          {name}
        </TextLink>
      ),
    )}
  </span>
)
