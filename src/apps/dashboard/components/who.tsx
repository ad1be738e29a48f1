/** Shows a caller or another party, for example as `Testdepartementet · ttd · 991825827`. */
import { type Party, partyOf, wordsOf } from '../data/names.ts'
import { Text } from './text.tsx'

interface WhoProps {
  /** A party, or a string that identifies it: a code, a number with or without a prefix, or a client id. */
  readonly of: Party | string
  /** Also shows the client id. */
  readonly full?: boolean
}

export function Who({ of, full = false }: WhoProps) {
  const party = typeof of === 'string' ? partyOf(of) : of
  const [first, ...others] = wordsOf(party)
  const { clientId } = party
  return (
    <span title={wordsOf(party).join(' · ')}>
      <Text>{first}</Text>
      {others.map((word) => (
        <span key={word} class="quiet">
          {' · '}
          <Text>{word}</Text>
        </span>
      ))}
      {full && clientId != null && clientId !== first && (
        <span class="quiet">
          {' · client '}
          <Text>{clientId}</Text>
        </span>
      )}
    </span>
  )
}
