/** Scripts and styles that the demo store serves as they are. */
import bridge from './browser/app-bridge.js?raw'
import modal from './browser/app-bridge-modal.js?raw'
import parts from './browser/app-bridge-parts.js?raw'

export { default as adminFrame } from './browser/admin-frame.js?raw'
export { default as adminStyle } from './admin/admin.css?raw'
export { default as harness } from './browser/pixel-harness.js?raw'
export { default as sandbox } from './browser/pixel-sandbox.js?raw'
export { default as shopScript } from './browser/storefront.js?raw'

/** One script, like the platform's. */
export const appBridge = `${bridge}\n${parts}\n${modal}`
