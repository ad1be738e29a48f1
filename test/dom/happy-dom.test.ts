// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
/** Standin in tests that run under happy-dom, which has its own Request, Response and AbortController. */
import { tellStory } from './story.ts'

tellStory()
