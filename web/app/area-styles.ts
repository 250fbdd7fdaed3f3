import '../areas.css'

/** Loaded with its styles before a page that needs them is shown. */
export const areaStyles = true
