# mindgist in a container: `docker build -t mindgist .`, then see docs/install.md.
FROM python:3.13-slim AS build
COPY . /source
RUN python -m venv /opt/mindgist && /opt/mindgist/bin/pip install --no-cache-dir "/source[cards,mcp,parquet]"

FROM python:3.13-slim
COPY --from=build /opt/mindgist /opt/mindgist
ENV PATH=/opt/mindgist/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /work
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/v1/health', timeout=3)"]
ENTRYPOINT ["mindgist"]
CMD ["serve", "--host", "0.0.0.0", "--no-browser"]
