/** The document editor: CodeMirror, loaded when the editor opens. */
import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import type { Schema } from '../operations/document.ts'
import { completionsAt } from './completions.ts'
import { rangeOf, readYaml, type WrongPart } from './yaml.ts'

interface CodeEditorOptions {
  readonly text: string
  readonly label: string
  readonly schema: Schema | undefined
  changed(text: string): void
  /** Finds errors in a document that is valid YAML. */
  check(document: unknown): Promise<readonly { readonly message: string; readonly part: WrongPart }[]>
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--info)' },
  { tag: [tags.string, tags.content], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--warn)' },
  { tag: [tags.comment, tags.punctuation, tags.separator], color: 'var(--quiet)' },
])

/** Uses the page's CSS variables, which are also available in the shadow root. */
const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px', minHeight: '18rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--quiet)', borderRightColor: 'var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--chosen)',
  },
  '.cm-tooltip, .cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)', borderColor: 'var(--line-strong)' },
  '.cm-tooltip': { maxWidth: 'min(36rem, calc(100vw - 2rem))' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--text)', backgroundColor: 'var(--chosen)' },
  '.cm-completionDetail': { color: 'var(--quiet)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
})

/**
 * Creates the editor in a shadow root, because the page's policy forbids CodeMirror's style elements anywhere else. The page's shortcuts do
 * not work in the editor. Returns a function that removes the editor.
 */
export function openCodeEditor(host: HTMLElement, options: CodeEditorOptions): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const keepKeys = (event: KeyboardEvent) => event.stopPropagation()
  host.addEventListener('keydown', keepKeys)
  const view = new EditorView({
    doc: options.text,
    root,
    parent: root,
    extensions: [
      basicSetup,
      yaml(),
      syntaxHighlighting(colours),
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': options.label }),
      lintGutter(),
      linter((shown) => mistakesOf(shown.state.doc.toString(), options), { delay: 400 }),
      autocompletion({ override: [(context) => complete(context, options.schema)] }),
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.changed(update.state.doc.toString())
      }),
    ],
  })
  return () => {
    host.removeEventListener('keydown', keepKeys)
    view.destroy()
  }
}

/**
 * Replaces the selection here, because Chromium would copy the old style into a `style` attribute, which the page's policy blocks and
 * reports.
 */
function replaceSelection({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection
  if (inputType !== 'insertText' || data === null || isComposing || main.empty) return false
  const typed = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
  const handled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, data, typed))
  if (!handled) view.dispatch(typed())
  return true
}

async function mistakesOf(text: string, { check }: CodeEditorOptions): Promise<Diagnostic[]> {
  const { document, value, errors } = readYaml(text)
  if (errors.length > 0) return errors.map(({ from, to, message }) => ({ from, to, severity: 'error', message }))
  return (await check(value)).map(({ message, part }) => ({ ...rangeOf(document, part, text), severity: 'error', message }))
}

function complete(context: CompletionContext, schema: Schema | undefined) {
  if (!schema) return null
  const { text, from } = context.state.doc.lineAt(context.pos)
  const before = text.slice(0, context.pos - from)
  const word = context.matchBefore(/[\w.-]+/)?.text ?? ''
  if (word === '' && !context.explicit && !/[:{,[-] $/.test(before)) return null
  const above = context.state.doc.sliceString(0, from)
  const options = completionsAt(schema, above, before)
  if (options.length === 0) return null
  return { from: context.pos - word.length, options, validFor: /^[\w.-]*$/ }
}
