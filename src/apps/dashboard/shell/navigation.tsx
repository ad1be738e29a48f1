/** The navigation: pages grouped under headings, and the pages that share an entry. */
import { useEffect, useRef } from 'preact/hooks'
import { Pick } from '../components/list.tsx'
import { type PageEntry, pages } from '../pages/index.ts'
import { hrefOf } from './address.ts'

interface CurrentProps {
  readonly current: PageEntry | undefined
}

export function Navigation({ current }: CurrentProps) {
  const groups = [...new Set(pages.flatMap(({ group }) => group ?? []))]
  const list = useRef<HTMLElement>(null)
  // On a phone, the navigation is a single line that scrolls.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current])
  return (
    <nav class="side" aria-label="Pages" ref={list}>
      {groups.map((group) => (
        <div key={group} class="group">
          <h2>{group}</h2>
          <ul>
            {pages
              .filter((page) => page.group === group && isFirst(page))
              .map((page) => (
                <Entry key={page.path} of={page} isCurrent={page === current || (page.part !== undefined && page.part === current?.part)} />
              ))}
          </ul>
        </div>
      ))}
      <div class="group raw">
        <Pick
          href={hrefOf(current?.raw === undefined ? ['records'] : ['records', current.raw])}
          current={current?.path === 'records'}
          title="g r: every record as it is stored"
        >
          Raw data
        </Pick>
      </div>
    </nav>
  )
}

const isFirst = ({ path, part }: PageEntry): boolean => part === undefined || pages.find((each) => each.part === part)?.path === path

const Entry = ({ of: { path, title, part, key }, isCurrent }: { readonly of: PageEntry; readonly isCurrent: boolean }) => (
  <li>
    <Pick href={hrefOf(path === '' ? [] : [path])} current={isCurrent} title={`g ${key}`}>
      {part ?? title}
    </Pick>
  </li>
)

/** Links between the pages that share a navigation entry, shown above each of them. */
export function Views({ current }: CurrentProps) {
  const part = current?.part
  if (part === undefined) return null
  return (
    <nav class="row views" aria-label={part}>
      {pages
        .filter((page) => page.part === part)
        .map((page) => (
          <Pick key={page.path} href={hrefOf([page.path])} current={page === current} title={`g ${page.key}`}>
            {page.title}
          </Pick>
        ))}
    </nav>
  )
}
