/**
 * The name by which Shopify knows a shop. The whole value has to match: a path that merely contains
 * the host's end belongs to whoever wrote it.
 */
const pattern = /^[a-z0-9][a-z0-9-]{0,99}\.myshopify\.com$/

/** @param text in lower case */
export const isShopDomain = (text: string): boolean => pattern.test(text)
