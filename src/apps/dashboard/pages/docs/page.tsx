/** The documents: the open document next to the table of contents, and a search in all documents. */
import { useEffect, useRef } from 'preact/hooks'
import { Empty, Loaded, Pick, QueryText } from '../../components/list.tsx'
import { copyText } from '../../components/toast.tsx'
import { hrefOf, type PageProps, useQueryValue } from '../../shell/address.ts'
import { contents, documentHref, useDocuments } from './documents.ts'
import { type Document, findIn } from './find.ts'
import { Hits } from './hits.tsx'
import './docs.css'

export function page({ rest }: PageProps) {
  const reading = useDocuments()
  const [text] = useQueryValue('text')
  const name = rest.length === 0 ? contents : rest.join('/')
  return (
    <div class="docs-page centred">
      <div class="find">
        <QueryText name="text" label="Find in the documents" type="search" placeholder="Find in all documents" />
      </div>
      {!reading.data && <h1 class="unheard">Documents</h1>}
      <Loaded of={reading}>
        {(documents) => {
          if (text.trim() !== '') return <SearchResults documents={documents} text={text} />
          const document = documents.find((each) => each.name === name)
          return document ? <Reading documents={documents} document={document} /> : <NoDocument />
        }}
      </Loaded>
    </div>
  )
}

/** Scrolls up, because the scroll position does not change with the content. */
const toTop = () => window.document.getElementById('content')?.scrollTo(0, 0)

const most = 60

function SearchResults({ documents, text }: { readonly documents: readonly Document[]; readonly text: string }) {
  const hits = findIn(documents, text)
  const shown = hits.slice(0, most)
  useEffect(toTop, [text])
  return (
    <div class="found">
      <h1>Documents</h1>
      <p class="quiet" role="status">
        {hits.length === 0 ? 'No document contains all these words.' : `${hits.length.toLocaleString('en')} results`}
        {hits.length > most && `. The best ${most} are shown`}
      </p>
      <Hits hits={shown} text={text} />
    </div>
  )
}

function Reading({ documents, document }: { readonly documents: readonly Document[]; readonly document: Document }) {
  const [at] = useQueryValue('at')
  const { name, sections } = document
  const article = useRef<HTMLElement>(null)
  useEffect(() => addCopyButtons(article.current), [name])
  useEffect(() => {
    const section = window.document.getElementById(`doc-${idOf(sections, at)}`)
    if (at !== '' && section) section.scrollIntoView()
    else toTop()
  }, [name, at])
  return (
    <div class="reading">
      <Contents documents={documents} open={document} />
      <article class="document" key={name} ref={article}>
        {name !== contents && (
          <p class="back">
            <a href={hrefOf(['docs'])}>All documents</a>
          </p>
        )}
        {sections.map(({ id, html }) => (
          // The build generates this HTML from our own text, and escapes all markup in it.
          <section key={id} dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </article>
    </div>
  )
}

/** `at`: a section's id, or its number with a section sign. */
const idOf = (sections: Document['sections'], at: string) =>
  at.startsWith('§') ? sections.find(({ heading }) => heading.split(' ', 1)[0]?.replace(/\.$/, '') === at.slice(1))?.id : at

/** Adds the buttons here rather than at build time; otherwise, the search would match their text. */
function addCopyButtons(article: HTMLElement | null): void {
  for (const block of article?.querySelectorAll('pre') ?? []) {
    const button = window.document.createElement('button')
    Object.assign(button, { type: 'button', className: 'small copy-block', textContent: 'Copy' })
    button.setAttribute('aria-label', 'Copy the block')
    button.addEventListener('click', () => void copyText(block.querySelector('code')?.textContent?.trimEnd() ?? '', 'the block'))
    block.prepend(button)
  }
}

function Contents({ documents, open }: { readonly documents: readonly Document[]; readonly open: Document }) {
  const groups = [...new Set(documents.flatMap(({ group }) => group ?? []))]
  const listed = (group: string) => documents.filter((each) => each.group === group || (each === open && isPartOf(each, group)))
  return (
    <nav class="contents" aria-label="Documents">
      {groups.map((group) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {listed(group).map((document) => (
              <li key={document.name}>
                <Pick href={documentHref(document.name)} current={document === open}>
                  {document.title}
                </Pick>
                {document === open && <Chapters document={open} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const isPartOf = ({ group }: Document, heading: string) => group === null && heading === 'Reference'

const Chapters = ({ document: { name, sections } }: { readonly document: Document }) => (
  <ul>
    {sections
      .filter(({ depth }) => depth === 2)
      .map(({ id, heading }) => (
        <li key={id}>
          <Pick href={documentHref(name, id)}>{heading}</Pick>
        </li>
      ))}
  </ul>
)

const NoDocument = () => (
  <>
    <h1 class="unheard">No document</h1>
    <Empty title="Document not found.">
      <p>
        <a href={hrefOf(['docs'])}>All documents</a>
      </p>
    </Empty>
  </>
)
