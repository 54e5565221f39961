"""Stands for Pillow, which is compiled: it opens no picture, so that sheets with portraits are not drawn."""


class Image: ...


class DecompressionBombError(Exception): ...


def open(*_, **__):  # noqa: A001
    raise OSError
