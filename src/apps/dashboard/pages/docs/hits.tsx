/** Search results in the documents. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { hrefOf } from '../../shell/address.ts'
import { documentHref, useDocuments } from './documents.ts'
import { findIn, type Hit, wordsOf } from './find.ts'
import './docs.css'

export function Hits({ hits, text }: { readonly hits: readonly Hit[]; readonly text: string }) {
  const words = wordsOf(text)
  return (
    <ol class="hits" aria-label="Results in the documents">
      {hits.map(({ document, section, excerpt }) => (
        <li key={`${document.name} ${section.id}`}>
          <a href={documentHref(document.name, section.id)}>
            <Marked text={document.title} words={words} />
            {section.depth > 1 && (
              <>
                {' › '}
                <Marked text={section.heading} words={words} />
              </>
            )}
          </a>
          <p class="quiet">
            <Marked text={excerpt} words={words} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const lower = text.toLowerCase()
  const parts: ComponentChildren[] = []
  for (let from = 0; from < text.length; ) {
    const next = words
      .map((word) => ({ at: lower.indexOf(word, from), length: word.length }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at || other.length - one.length)[0]
    if (!next) {
      parts.push(text.slice(from))
      break
    }
    parts.push(text.slice(from, next.at), <mark>{text.slice(next.at, next.at + next.length)}</mark>)
    from = next.at + next.length
  }
  return <>{parts}</>
}

const first = 5
/** Minimum length of a search. Shorter words occur in nearly every document. */
export const shortest = 3

/** Returns undefined until the documents are loaded. */
export function useHits(text: string): readonly Hit[] | undefined {
  const wanted = text.trim().length >= shortest
  const { data: documents } = useDocuments(wanted)
  return useMemo(() => (wanted ? documents && findIn(documents, text) : []), [documents, text])
}

export function DocumentHits({ hits, text }: { readonly hits: readonly Hit[]; readonly text: string }) {
  if (hits.length === 0) return null
  return (
    <section class="in-documents" aria-labelledby="in-documents">
      <h2 id="in-documents">In the documents</h2>
      <Hits hits={hits.slice(0, first)} text={text} />
      {hits.length > first && (
        <p>
          <a href={hrefOf(['docs'], { text })}>All {hits.length.toLocaleString('en')} results in the documents</a>
        </p>
      )}
    </section>
  )
}
