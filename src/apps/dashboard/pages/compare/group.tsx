/** Groups of differences, with filters, and each group's location, values, rule, and both replies to a call. */
import { useState } from 'preact/hooks'
import { Badge, Facts } from '../../components/facts.tsx'
import { Empty, QueryChoice, QueryText } from '../../components/list.tsx'
import { counted, Text, TextLink } from '../../components/text.tsx'
import { hrefOf, useQueryValue } from '../../shell/address.ts'
import { type Group, Replies } from './replies.tsx'
import { culprits, kinds, sourcesOf } from './words.ts'

const most = 200

export function Groups({ groups }: { readonly groups: readonly Group[] }) {
  const [text] = useQueryValue('text')
  const [kind] = useQueryValue('kind')
  const [likely] = useQueryValue('likely')
  if (groups.length === 0) return <Empty title="The report contains no differences." />
  const wanted = text.trim().toLowerCase()
  const shown = groups
    .map((group, at) => ({ group, nth: at + 1 }))
    .filter(({ group }) => (kind === '' || group.kind === kind) && (likely === '' || group.likely === likely))
    .filter(({ group }) => JSON.stringify([group.operation, group.where, group.example.url, group.rule]).toLowerCase().includes(wanted))
  const named = (words: Readonly<Record<string, string>>, used: (group: Group) => string) =>
    Object.fromEntries(Object.entries(words).filter(([name]) => groups.some((group) => used(group) === name)))
  return (
    <section aria-label="Differences">
      <div class="row filters">
        <QueryText name="text" label="Find" type="search" placeholder="Find an operation or a member" />
        <QueryChoice name="kind" label="Kind" choices={{ '': 'Every kind', ...named(kinds, (group) => group.kind) }} />
        <QueryChoice name="likely" label="Likely wrong" choices={{ '': 'All causes', ...named(likelyWords, (group) => group.likely) }} />
        <p class="quiet" role="status">
          {shown.length === groups.length ? counted(groups.length, 'group') : `${shown.length} of ${counted(groups.length, 'group')}`}
          {shown.length > most && `. The first ${most} are shown`}
        </p>
      </div>
      {shown.slice(0, most).map(({ group, nth }) => (
        <GroupCard key={nth} group={group} nth={nth} />
      ))}
    </section>
  )
}

const likelyWords = Object.fromEntries(Object.entries(culprits).map(([name, { words }]) => [name, `Likely wrong: ${words}`]))

/** `nth`: position in the report, starting at 1. */
function GroupCard({ group, nth }: { readonly group: Group; readonly nth: number }) {
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
        <Text as="code">{where}</Text>
      </h2>
      <dl class="values">
        {Object.entries({ 'Real service': there, Standin: here }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Value of={value} />
            </dd>
          </div>
        ))}
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

const Value = ({ of: value }: { readonly of: Group['there'] }) =>
  value === null ? <span class="quiet">nothing</span> : <Text as="code">{JSON.stringify(value)}</Text>

function Details({ group: { operation, example, rule }, nth }: { readonly group: Group; readonly nth: number }) {
  return (
    <>
      <Facts
        of={{
          Rule: rule ? <Sources rule={rule} /> : 'No document contains a rule specific to this operation.',
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
