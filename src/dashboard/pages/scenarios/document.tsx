/** The document of a scenario as its file reads: to copy and to download. */
import { useEffect, useState } from 'preact/hooks'
import { Copy } from '../../components/copy.tsx'
import { Text } from '../../components/text.tsx'
import { download } from './download.ts'
import type { FullScenario } from './full-scenario.ts'

export function Document({ scenario: { name, document } }: { readonly scenario: FullScenario }) {
  const text = useYaml(document)
  if (text === undefined) return <p class="quiet loading">Loading …</p>
  return (
    <>
      <div class="actions">
        <Copy text={text} what="the document" label="Copy" />
        <button type="button" onClick={() => download(`${name}.yaml`, text)}>
          Download
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <pre class="body" tabIndex={0}>
        <Text lines>{text}</Text>
      </pre>
    </>
  )
}

/** The writer of YAML is loaded when a document is looked at. Undefined until then. */
function useYaml(document: unknown): string | undefined {
  const [text, setText] = useState<string>()
  const written = JSON.stringify(document)
  useEffect(() => {
    void import('./yaml.ts').then(({ yamlOf }) => setText(yamlOf(JSON.parse(written))))
  }, [written])
  return text
}
