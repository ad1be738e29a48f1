/** The list's query box, with completions and a chip for each condition. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Text } from '../../components/text.tsx'
import { newest } from '../../data/journal.ts'
import { address, setQuery } from '../../shell/address.ts'
import {
  type Completion,
  completionsOf,
  formerNames,
  isInQuotes,
  readQuery,
  type Term,
  termsIn,
  wordIn,
  writeQuery,
  writeTerm,
} from './query.ts'

/** Number of lines searched for completions. */
const lookedThrough = 10_000

/** Stores a query in the URL and removes the parameters of older URLs. */
function putTerms(terms: readonly Term[]): string {
  const query = writeQuery(terms)
  setQuery({ ...Object.fromEntries(formerNames.map((name) => [name, undefined])), query })
  return query
}

export const focusQuery = (): void => document.querySelector<HTMLElement>('.query input')?.focus()

/** Conditions are shown as chips; the rest is text in the box, whose last word might be incomplete. */
export function QueryBox({ terms }: { readonly terms: readonly Term[] }) {
  const [{ chips, written }, set] = useState<Written>(() => split(terms))
  const [at, setAt] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const own = useRef(writeQuery(terms))
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const given = writeQuery(terms)
  // A link or the back button changed the URL. Typed text is stored in the URL immediately.
  useEffect(() => {
    const { query } = address.peek()
    const now = termsIn(query)
    if (formerNames.some((name) => query.has(name))) putTerms(now)
    if (writeQuery(now) === own.current) return
    own.current = writeQuery(now)
    set(split(now))
  }, [given])

  function change(nextChips: readonly Term[], nextWritten: string): void {
    set({ chips: nextChips, written: nextWritten })
    setAt(undefined)
    own.current = putTerms([...nextChips, ...readQuery(nextWritten).filter(({ key }) => key === undefined)])
  }
  function settle(text: string, end = ''): void {
    const read = readQuery(text)
    const texts = read.filter(({ key }) => key === undefined)
    change([...chips, ...read.filter(({ key }) => key !== undefined)], texts.length === 0 ? '' : `${writeQuery(texts)}${end}`)
  }
  function type(text: string): void {
    setOpen(true)
    const isWhole = /\s$/.test(text) && !isInQuotes(text) && readQuery(text).some(({ key }) => key !== undefined)
    if (isWhole) settle(text, ' ')
    else change(chips, text)
  }
  function complete({ term, label }: Completion): void {
    const before = written.slice(0, written.length - wordIn(written).length)
    if (term) change([...chips, term], before)
    else change(chips, `${before}${label}`)
    setOpen(term === undefined)
    box.current?.focus()
  }
  const completions = isOpen ? completionsOf(wordIn(written), newest(lookedThrough)) : []
  const isListed = completions.length > 0
  function press(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = at === undefined ? undefined : completions[at]
    if (by !== undefined) {
      event.preventDefault()
      setOpen(true)
      if (isListed) setAt(((at ?? (by > 0 ? -1 : 0)) + by + completions.length) % completions.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) complete(chosen)
      else settle(written)
      if (!chosen) setOpen(false)
    } else if (event.key === 'Tab' && chosen) {
      event.preventDefault()
      complete(chosen)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      if (isListed) setOpen(false)
      else box.current?.blur()
    } else if (event.key === 'Backspace' && written === '' && chips.length > 0) change(chips.slice(0, -1), '')
  }
  return (
    <search class="query row">
      <label for={id} class="unheard">
        Query
      </label>
      {chips.map((term, nth) => (
        <span key={`${nth} ${writeTerm(term)}`} class="chip info">
          <Text>{writeTerm(term)}</Text>
          <Button label="×" class="quiet" aria-label={`Remove ${writeTerm(term)}`} act={() => change(chips.toSpliced(nth, 1), written)} />
        </span>
      ))}
      <input
        id={id}
        ref={box}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        {...(at !== undefined && isListed && { 'aria-activedescendant': `${id}-${at}` })}
        placeholder={chips.length === 0 ? 'status:5xx op:createOrder caller:ttd, or any text' : ''}
        autoComplete="off"
        spellcheck={false}
        value={written}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          settle(written)
        }}
        onKeyDown={press}
      />
      {(chips.length > 0 || written !== '') && (
        <Button label="×" class="quiet small" aria-label="Remove the filter" act={() => change([], '')} />
      )}
      <div class="completions" id={`${id}-list`} role="listbox" aria-label="Completions" hidden={!isListed}>
        {completions.map((each, nth) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the box.
          <div
            key={each.label}
            id={`${id}-${nth}`}
            class="pick"
            role="option"
            tabIndex={-1}
            aria-selected={nth === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => complete(each)}
          >
            <Text>{each.label}</Text> <span class="quiet">{each.hint}</span>
          </div>
        ))}
      </div>
    </search>
  )
}

interface Written {
  readonly chips: readonly Term[]
  readonly written: string
}

const split = (terms: readonly Term[]): Written => ({
  chips: terms.filter(({ key }) => key !== undefined),
  written: writeQuery(terms.filter(({ key }) => key === undefined)),
})
