/** The page's entry point. */
import './styles/tokens.css'
import './styles/components.css'
import { render } from 'preact'
import { applyTheme } from './shell/pickers.tsx'
import { Shell } from './shell/shell.tsx'

applyTheme()
const root = document.getElementById('page')
if (root) render(<Shell />, root)
