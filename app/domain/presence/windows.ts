/** "Now" means within five minutes: a longer window must be named to the visitor. */
export const nowSeconds = 300

export const cartSeconds = 86_400
