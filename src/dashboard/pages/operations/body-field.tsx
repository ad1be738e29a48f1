/** The body of a call: as a form where it is JSON, and as the text that is sent. */
import { Tabs } from '../../components/tabs.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { BodyForm } from './body-form.tsx'
import type { Operation } from './document.ts'

interface BodyFieldProps {
  readonly document: unknown
  readonly body: NonNullable<Operation['body']>
  readonly text: string
  change(text: string): void
}

/** The most lines that are seen without scrolling. */
const most = 18

export function BodyField({ document, body: { type, schema }, text, change }: BodyFieldProps) {
  const asText = () => <TextArea label={`Body, ${type}`} value={text} change={change} rows={Math.min(most, text.split('\n').length + 1)} />
  if (type !== 'application/json') return asText()
  return (
    <Tabs
      label="The body"
      tabs={[
        { title: 'Form', content: () => <BodyForm document={document} schema={schema} text={text} change={change} /> },
        { title: 'JSON', content: asText },
      ]}
    />
  )
}
