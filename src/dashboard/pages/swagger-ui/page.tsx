/** The OpenAPI document in Swagger UI, where its package is installed. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import './swagger-ui.css'

declare global {
  interface Window {
    SwaggerUIBundle?: (options: { spec: unknown; domNode: Element; validatorUrl: null; docExpansion: 'list' }) => void
  }
}

export function page() {
  const document = useControl('control.showOpenapi')
  return (
    <div class="swagger">
      <h1>OpenAPI document in Swagger UI</h1>
      <p class="quiet">
        <a href={hrefOf(['operations'])}>Try it</a> shows the same with examples that work and fitting tokens.
      </p>
      <Loaded of={document}>{(read) => <Shown document={read} />}</Loaded>
    </div>
  )
}

function Shown({ document: spec }: { readonly document: unknown }) {
  const place = useRef<HTMLElement>(null)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const show = () => place.current && window.SwaggerUIBundle?.({ spec, domNode: place.current, validatorUrl: null, docExpansion: 'list' })
    void load().then(show, () => setMissing(true))
  }, [])
  if (missing) {
    return (
      <Empty title="Swagger UI is not installed.">
        <p>Install it beside Standin, and reload the page:</p>
        <pre>npm install --save-dev swagger-ui-dist</pre>
      </Empty>
    )
  }
  return <section ref={place} aria-label="Swagger UI" />
}

let loading: Promise<unknown> | undefined

function load(): Promise<unknown> {
  loading ??= Promise.all([
    added(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: './assets/swagger-ui/swagger-ui.css' })),
    added(Object.assign(document.createElement('script'), { src: './assets/swagger-ui/swagger-ui-bundle.js' })),
  ])
  return loading
}

const added = (element: HTMLElement) =>
  new Promise((resolve, reject) => {
    element.onload = resolve
    element.onerror = reject
    document.head.append(element)
  })
