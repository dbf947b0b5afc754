"""Helpers that the tests of page begin share."""

from playwright.sync_api import Page, expect


def confirm(page: Page) -> None:
    button = page.locator("#sheet .confirm button")
    expect(button).to_be_enabled()
    if "hold" in (button.get_attribute("class") or ""):
        button.click(delay=1500)
    else:
        button.click()
    expect(page.locator(".order.done").first).to_be_visible()
