/** The documents bundled by the build, loaded when the user first reads or searches them. */
import { useEffect, useState } from 'preact/hooks'
import type { Reading } from '../../components/list.tsx'
import { hrefOf } from '../../shell/address.ts'
import type { Document } from './find.ts'

export const contents = 'README'

/** `at`: a section id. */
export const documentHref = (name: string, at?: string): string =>
  hrefOf(['docs', ...(name === contents ? [] : name.split('/'))], { at: at === '' ? undefined : at })

let documents: readonly Document[] | undefined

async function load(): Promise<readonly Document[]> {
  documents ??= (await import('virtual:documents')).documents
  return documents
}

/** `wanted`: true to load the documents. Loading fails if a newer build has replaced the files. */
export function useDocuments(wanted = true): Reading<readonly Document[]> {
  const [data, setData] = useState(documents)
  const [error, setError] = useState<Error | null>(null)
  const refetch = () => load().then(setData, setError)
  useEffect(() => {
    if (wanted && !data) void refetch()
  }, [wanted, data])
  return { data, error, refetch }
}
