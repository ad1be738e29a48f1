/** A form for a JSON body, with a field for each member in the operation's schema. */

import { Button } from '../../components/button.tsx'
import { ChoiceField, choicesOf, TextField } from '../../components/fields.tsx'
import { Text } from '../../components/text.tsx'
import { parseJson } from '../../data/json.ts'
import type { Schema } from './document.ts'
import { blankOf, kindOf, type MemberOf, membersOf, plainOf, without } from './members.tsx'
import { firstReminder, isRecipient, RecipientChoice } from './recipient.tsx'

interface PartProps {
  readonly document: unknown
  readonly schema: Schema
  readonly value: unknown
  change(value: unknown): void
}

/** `text`: the body. Only objects and lists have fields. */
export function BodyForm({
  text,
  change,
  ...of
}: { readonly text: string; change(text: string): void } & Pick<PartProps, 'document' | 'schema'>) {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return <p class="quiet">The body is not a JSON object. Edit it as JSON.</p>
  return <Part {...of} value={value} change={(next) => change(JSON.stringify(next, undefined, 2))} />
}

const Part = (props: PartProps) => (Array.isArray(props.value) ? <Entries {...props} value={props.value} /> : <Members {...props} />)

function Members({ document, schema, value, change }: PartProps) {
  const object = value as Readonly<Record<string, unknown>>
  const members = membersOf(document, schema)
  const known = new Map(members.map((each) => [each.name, each]))
  const firstOf = (name: string) =>
    name === 'reminders' && 'recipient' in object ? [firstReminder(object)] : blankOf(document, known.get(name)?.member ?? {})
  const free = isRecipient(members) ? [] : members.filter(({ name }) => !Object.hasOwn(object, name))
  return (
    <div class="fields">
      {isRecipient(members) && <RecipientChoice members={members} value={object} change={change} />}
      {Object.entries(object).map(([name, each]) => (
        <Member
          key={name}
          document={document}
          of={known.get(name) ?? { name, member: {}, required: false }}
          value={each}
          change={(next) => change({ ...object, [name]: next })}
          remove={() => change(without(object, name))}
        />
      ))}
      {free.length > 0 && (
        <ChoiceField
          label="Add a member"
          value=""
          choices={{ '': 'Choose one', ...Object.fromEntries(free.map(({ name, required }) => [name, required ? `${name} *` : name])) }}
          change={(name) => change({ ...object, [name]: firstOf(name) })}
        />
      )}
    </div>
  )
}

interface MemberProps extends Omit<PartProps, 'schema'> {
  readonly of: MemberOf
  remove(): void
}

function Member({ document, of: { name, member, required }, value, change, remove }: MemberProps) {
  const label = required ? `${name} *` : name
  const removing = <Button label="×" class="quiet small" aria-label={`Remove ${name}`} act={remove} />
  if (typeof value === 'object' && value !== null) {
    return (
      <fieldset class="wide">
        <legend>
          <Text>{label}</Text> {removing}
        </legend>
        <Part document={document} schema={member} value={value} change={change} />
      </fieldset>
    )
  }
  return (
    <div class="member">
      <Value label={label} required={required} schema={plainOf(document, member)} value={value} change={change} hint={member.description} />
      {removing}
    </div>
  )
}

interface ValueProps extends Omit<PartProps, 'document'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly required: boolean
}

/** Accepts even invalid values, because a tester may want to see them refused. */
function Value({ label, hint, required, schema, value, change }: ValueProps) {
  const kind = kindOf(schema)
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  const choices = kind === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).map(String)
  const set = (text: string) => change(kind === 'string' ? text : typed(text))
  if (choices.length > 0 && choices.includes(shown))
    return <ChoiceField label={label} hint={hint} value={shown} change={set} choices={choicesOf(choices)} />
  return <TextField label={label} hint={hint} value={shown} change={set} required={required} />
}

/** Parses `12` as a number and `true` as a boolean. Anything that is not JSON is a string. */
const typed = (text: string): unknown => parseJson(text) ?? (text === 'null' ? null : text)

/** Copies the previous entry, so that a new entry is valid. */
const copyOf = (entry: unknown): unknown => (typeof entry === 'object' && entry !== null ? structuredClone(entry) : undefined)

function Entries({ document, schema, value, change }: PartProps & { readonly value: readonly unknown[] }) {
  const { items = {} } = plainOf(document, schema)
  return (
    <div class="fields">
      {value.map((each, at) => (
        <Member
          key={`${at}`}
          document={document}
          of={{ name: `${at + 1}`, member: plainOf(document, items), required: false }}
          value={each}
          change={(next) => change(value.with(at, next))}
          remove={() => change(value.toSpliced(at, 1))}
        />
      ))}
      <p>
        <Button label="Add an entry" act={() => change([...value, copyOf(value.at(-1)) ?? blankOf(document, items)])} />
      </p>
    </div>
  )
}
