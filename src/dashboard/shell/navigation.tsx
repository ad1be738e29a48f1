/** The navigation: every page of the table under its heading. */
import { useEffect, useRef } from 'preact/hooks'
import { type PageEntry, pages } from '../pages/index.ts'
import { hrefOf } from './address.ts'

export function Navigation({ current }: { readonly current: PageEntry | undefined }) {
  const groups = [...new Set(pages.flatMap(({ group }) => group ?? []))]
  const list = useRef<HTMLElement>(null)
  // On a phone the pages are one line, of which only a part is seen.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current])
  return (
    <nav class="side" aria-label="Pages" ref={list}>
      {groups.map((group) => (
        <div key={group} class="group">
          <h2>{group}</h2>
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.path}>
                  <a
                    href={hrefOf(page.path === '' ? [] : [page.path])}
                    {...(page === current && { 'aria-current': 'page' as const })}
                    {...(page.key !== '' && { title: `g ${page.key}` })}
                  >
                    {page.title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
